import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { StoredRun, StoredSchedule } from './schedule-tables.ts'
import type { UseCaseDeps } from './schedules-deps.ts'

/** What is said of a run or a stop: kept as a key or a code, so that each reader gets it in their own language. */
export type Words =
  | { readonly text: string; readonly params?: Readonly<Record<string, string | number>> }
  | { readonly error: string; readonly params: AppError['params'] }

const MSG_CHARS = 500

export const wordsOfError = (error: unknown): Words =>
  error instanceof AppError ? { error: error.def.code, params: error.params } : { text: 'schedules.fault' }

export function say({ texts }: Pick<UseCaseDeps, 'texts'>, words: Words, lang: Language): string {
  const said =
    'text' in words
      ? texts.text(lang, words.text, words.params)
      : texts.error(
          new AppError({ code: words.error, status: 500, retryable: false }, { params: words.params }),
          lang,
        )
  return said.slice(0, MSG_CHARS)
}

/** The columns of a sentence that the work itself has said, in its owner's language. */
export const plainColumns = (msg: string) => ({ msg: msg.slice(0, MSG_CHARS), words: null })

const sayStored = (deps: Pick<UseCaseDeps, 'texts'>, words: string, lang: Language): string =>
  say(deps, parseJsonText(words) as Words, lang)

export const msgOf = (
  deps: Pick<UseCaseDeps, 'texts'>,
  { msg, words }: Pick<StoredRun, 'msg' | 'words'>,
  lang: Language,
): string => (words === null ? msg : sayStored(deps, words, lang))

export const faultOf = (
  deps: Pick<UseCaseDeps, 'texts'>,
  { fault, fault_words: words }: Pick<StoredSchedule, 'fault' | 'fault_words'>,
  lang: Language,
): string => (words === null ? fault : sayStored(deps, words, lang))
