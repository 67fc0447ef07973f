import { LANGUAGES, LANGUAGE_TAGS } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import type { PreviewBlock, Words } from '@qd/contract-kit'
import type { ShownBlock } from '../contract/index.ts'
import type { UseCaseDeps } from './approvals-deps.ts'

type Saying = Pick<UseCaseDeps, 'texts'>

/** Words in a reader's language. */
export function say({ texts }: Saying, words: Words, lang: Language): string {
  if (typeof words === 'string') return words
  if ('key' in words) return texts.text(lang, words.key, words.params)
  return words.texts[lang] ?? words.otherwise
}

/** With its numbers as the reader's language writes them. */
function written(words: Words, lang: Language): Words {
  if (typeof words === 'string' || !('key' in words) || words.params === undefined) return words
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[lang])
  const params = Object.entries(words.params).map(([key, value]) => [
    key,
    typeof value === 'number' ? format.format(value) : value,
  ])
  return { key: words.key, params: Object.fromEntries(params) as Record<string, string> }
}

export const languageFrom = (lang: string): Language => LANGUAGES.find((known) => known === lang) ?? 'en'

/** A stored preview in a reader's language. */
export function sayBlock(deps: Saying, block: PreviewBlock, lang: Language): ShownBlock {
  const said = (words: Words) => say(deps, written(words, lang), lang)
  switch (block.kind) {
    case 'facts':
      return {
        kind: 'facts',
        rows: block.rows.map(({ label, value }) => ({ label: said(label), value: said(value) })),
      }
    case 'totals': {
      const rows = block.rows.map((row) => ({ ...row, name: said(row.name) }))
      return { kind: 'totals', perHead: block.perHead, rows }
    }
    case 'changes':
      return {
        kind: 'changes',
        more: block.more,
        rows: block.rows.map((row) => ({
          ...row,
          what: said(row.what),
          before: row.before === null ? null : said(row.before),
          after: row.after === null ? null : said(row.after),
        })),
      }
    case 'checks':
      return {
        kind: 'checks',
        rows: block.rows.map(({ state, text, detail }) => ({
          state,
          text: said(text),
          ...(detail === undefined ? {} : { detail: said(detail) }),
        })),
      }
    case 'sample':
      return {
        kind: 'sample',
        total: block.total,
        columns: block.columns.map(said),
        rows: block.rows.map((row) => [...row]),
      }
    case 'mail':
      return {
        kind: 'mail',
        sender: said(block.sender),
        texts: { ...block.texts },
        attach: block.attach.map((each) => ({ ...each, name: said(each.name) })),
        expireAt: block.expireAt,
        vars: block.vars.map((each) => ({ ...each })),
      }
  }
}
