import type { RightsSource } from '../../contract/index.ts'

export interface ExplainedRight {
  /** `routerName.code`, or `*` for everything. */
  key: string
  sources: RightsSource[]
}

export interface ExplainedPage {
  routerName: string
  rights: ExplainedRight[]
}

/** Each right once, by page, with all grants that give it; everything (`*`) first. */
export function rightsByPage(sources: readonly RightsSource[]): ExplainedPage[] {
  const found = new Map<string, RightsSource[]>()
  for (const source of sources) {
    for (const key of source.codes) found.set(key, [...(found.get(key) ?? []), source])
  }
  const rights = [...found].map(([key, from]) => ({ key, sources: from }))
  rights.sort((a, b) => (a.key < b.key ? -1 : 1))
  const pages = Map.groupBy(rights, ({ key }) => key.split('.')[0] ?? key)
  return [...pages].map(([routerName, each]) => ({ routerName, rights: each }))
}
