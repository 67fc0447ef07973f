import { splitPattern } from '@qd/contract-kit'
import type { GrantResource, ResourceKind } from '@qd/contract-kit'
import { useResourceTitle } from '@qd/web-base'
import { useFeatures } from '@qd/web-frame'
import { useAccessTexts } from '../texts.ts'

/** Everything grants may be narrowed to in this console. */
export function useResourceKinds(): readonly ResourceKind[] {
  return useFeatures().flatMap(({ resources = [] }) => resources)
}

/** What a grant is narrowed to: `Redis: connection game-s123 · database 0 · keys session:*`. */
export function useResourceWords(): (resource: GrantResource) => string {
  const t = useAccessTexts()
  const titleOf = useResourceTitle()
  const kinds = useResourceKinds()
  return ({ kind, pattern }) => {
    const names = kinds.find((each) => each.kind === kind)?.parts ?? []
    const written = names.length === 0 ? [] : splitPattern(pattern, names.length)
    // Of a kind this console does not know any more, the pattern as it is kept.
    const parts = written.map((part, at) => `${titleOf(kind, names[at])} ${part}`)
    return t('only.words', { kind: titleOf(kind), parts: parts.join(' · ') || pattern })
  }
}
