import { parseJsonText } from '@qd/canonical-json'
import { isLanguage } from '@qd/i18n'
import type { Notice } from '@qd/server-kit'
import type { Language, TextParams } from '@qd/i18n'
import type { NoticeRow } from './notification-tables.ts'
import type { NotificationsDeps } from './notifications-deps.ts'

type Texts = Pick<NotificationsDeps, 'texts'>
type Said = Pick<NoticeRow, 'kind' | 'params'>

/** As they were told: a sentence stands there by its key. */
export const noticeParams = ({ params }: Pick<NoticeRow, 'params'>) =>
  parseJsonText(params) as Notice['params']

function paramsIn({ texts }: Texts, told: Notice['params'], lang: Language): TextParams {
  const said = ([name, value]: [string, Notice['params'][string]]): [string, string | number] => {
    if (typeof value !== 'object') return [name, value]
    if ('texts' in value) return [name, value.texts[lang] ?? value.otherwise]
    const { text, params } = value
    return [name, texts.has(lang, text) ? texts.text(lang, text, params) : text]
  }
  return Object.fromEntries(Object.entries(told).map(said))
}

/** What a notice says to a reader of that language. A kind that is gone is told by its name. */
export function wordsOf(deps: Texts, notice: Said, lang: Language): { title: string; text: string } {
  const { texts } = deps
  const key = `notify.${notice.kind}`
  const params = paramsIn(deps, noticeParams(notice), lang)
  if (!texts.has(lang, `${key}.title`)) return { title: notice.kind, text: '' }
  return {
    title: texts.text(lang, `${key}.title`, params),
    text: texts.has(lang, `${key}.text`) ? texts.text(lang, `${key}.text`, params) : '',
  }
}

/** What a kind is called where one chooses: its `name`, else its sentence with gaps. */
export function kindNameOf({ texts }: Texts, kind: string, lang: Language): string {
  const named = ['name', 'title'].map((part) => `notify.${kind}.${part}`)
  const key = named.find((each) => texts.has(lang, each))
  return key === undefined ? kind : texts.text(lang, key).replaceAll(/\{\{[^}]*\}\}/g, '…')
}

export const storedLanguage = (lang: string): Language => (isLanguage(lang) ? lang : 'cn')

/** Address of a page of the console for somebody outside it. */
export function linkTo(publicUrl: string | undefined, page: string | null): string | null {
  if (publicUrl === undefined || page === null) return null
  return `${publicUrl.replace(/\/+$/, '')}/#${page}`
}
