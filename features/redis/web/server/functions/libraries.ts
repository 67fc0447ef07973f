import type { RouteReply } from '@qd/contract-kit'
import type { FunctionLibrary, serverFunctions } from '../../../contract/index.ts'

type Data = NonNullable<RouteReply<typeof serverFunctions>['nodes'][number]['data']>
export interface FunctionsNode {
  readonly node: string
  readonly data: Data
}

export interface ShownLibrary extends FunctionLibrary {
  /** Nodes that have it in other words, or not at all. */
  readonly different: readonly string[]
}

/** Libraries of all nodes by name; the first node that has one stands for the others. */
export function librariesOf(nodes: readonly FunctionsNode[]): ShownLibrary[] {
  const byName = new Map<string, FunctionLibrary>()
  for (const library of nodes.flatMap(({ data }) => data.libraries ?? [])) {
    if (!byName.has(library.name)) byName.set(library.name, library)
  }
  const names = [...byName.keys()].toSorted()
  return names.map((name) => {
    const library = byName.get(name)!
    const isOther = ({ data }: FunctionsNode): boolean =>
      data.libraries !== null && data.libraries.find((each) => each.name === name)?.code !== library.code
    return { ...library, different: nodes.filter(isOther).map(({ node }) => node) }
  })
}
