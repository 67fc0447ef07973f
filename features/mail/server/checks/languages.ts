import type { MailDraft } from '../../contract/index.ts'
import type { TargetFacts } from './mail-facts.ts'

/** Languages that players of the servers read, as far as they say so; else those that are written. */
export function languagesOf(draft: MailDraft, targets: readonly TargetFacts[]): string[] {
  const told = targets.flatMap(({ meta }) => meta?.limits.mail?.languages ?? [])
  return [...new Set([...told, ...Object.keys(draft.content)])].toSorted()
}

export type LanguageState = 'complete' | 'no_title' | 'no_body' | 'missing'

export function languageState({ content }: MailDraft, code: string): LanguageState {
  const text = content[code]
  const hasTitle = text !== undefined && text.title.trim() !== ''
  const hasBody = text !== undefined && text.body.trim() !== ''
  if (hasTitle && hasBody) return 'complete'
  if (!hasTitle && !hasBody) return 'missing'
  return hasTitle ? 'no_body' : 'no_title'
}

/** How each language stands and what is read in its place. */
export function languageRows(draft: MailDraft, targets: readonly TargetFacts[]) {
  return languagesOf(draft, targets).map((code) => {
    const state = languageState(draft, code)
    return { code, state, standsIn: state === 'complete' ? null : draft.fallback }
  })
}
