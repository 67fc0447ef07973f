import type { PageFunctions, RoleView } from '../../contract/index.ts'

export interface RoleDraft {
  code: string
  name: string
  codes: ReadonlySet<string>
  /** 0: not saved yet. */
  version: number
}

export const draftOf = ({ code, name, codes, version }: RoleView): RoleDraft => ({
  code,
  name,
  codes: new Set(codes),
  version,
})

export interface RoleDiff {
  added: string[]
  removed: string[]
  isRenamed: boolean
}

/** What saving would change, keys sorted. */
export function diffOf(role: Pick<RoleView, 'codes' | 'name'> | null, draft: RoleDraft): RoleDiff {
  const before = new Set(role?.codes)
  return {
    added: [...draft.codes].filter((code) => !before.has(code)).sort(),
    removed: [...before].filter((code) => !draft.codes.has(code)).sort(),
    isRenamed: role !== null && role.name !== draft.name,
  }
}

export const changesIn = ({ added, removed, isRenamed }: RoleDiff): number =>
  added.length + removed.length + (isRenamed ? 1 : 0)

/** The draft with these keys on or off. */
export function withCodes(draft: RoleDraft, keys: readonly string[], isOn: boolean): RoleDraft {
  const codes = new Set(draft.codes)
  for (const key of keys) {
    if (isOn) codes.add(key)
    else codes.delete(key)
  }
  return { ...draft, codes }
}

export const keysOf = ({ routerName, functionList }: PageFunctions): string[] =>
  functionList.map(({ code }) => `${routerName}.${code}`)

/** How many of a page's functions the role has; `*` has all. */
export function heldOf(page: PageFunctions, codes: ReadonlySet<string>): number {
  if (codes.has('*')) return page.functionList.length
  return keysOf(page).filter((key) => codes.has(key)).length
}
