import type { RouteReplyGiven } from '@qd/contract-kit'
import type { serverConfig } from '../../../contract/index.ts'
import type { ServerNode } from './on-nodes.ts'
import { pairsOf, textOf } from './replies.ts'

type Config = NonNullable<RouteReplyGiven<typeof serverConfig>['nodes'][number]['data']>

/** Passwords and what opens a key file; their names differ by version and by who made the server. */
const SECRET = /pass|auth$|secret|token|credential/

export const isSecretName = (name: string): boolean => SECRET.test(name.toLowerCase())

/** All settings of one node by name; a secret is only said to be set or not. */
export async function readConfig(node: ServerNode): Promise<Config> {
  const [all, info] = await Promise.all([node.ask('CONFIG', 'GET', '*'), node.askOrNull('INFO', 'server')])
  const values = [...pairsOf(all)].map(([name, reply]) => {
    const value = textOf(reply)
    const isSecret = isSecretName(name)
    return { name, value: isSecret ? '' : value, isSecret, isSet: value !== '' }
  })
  return {
    file: /^config_file:(\S.*)$/m.exec(textOf(info))?.[1]?.trim() ?? '',
    values: values.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  }
}
