import { LANGUAGES, LANGUAGE_TAGS } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import type { AppError, PreviewBlock, Quantity, Words } from '@qd/contract-kit'
import type { ShownBlock } from '../contract/index.ts'
import type { UseCaseDeps } from './approvals-deps.ts'

type Saying = Pick<UseCaseDeps, 'texts'>

const grouped = ({ quantity }: Quantity, lang: Language) =>
  new Intl.NumberFormat(LANGUAGE_TAGS[lang]).format(BigInt(quantity))

/** Words in a reader's language. */
export function say({ texts }: Saying, words: Words, lang: Language): string {
  if (typeof words === 'string') return words
  if ('quantity' in words) return grouped(words, lang)
  if ('key' in words) {
    const params = Object.entries(words.params ?? {}).map(([name, value]) => {
      return [name, typeof value === 'object' ? grouped(value, lang) : value] as const
    })
    return texts.text(lang, words.key, Object.fromEntries(params))
  }
  return words.texts[lang] ?? words.otherwise
}

export const languageFrom = (lang: string): Language => LANGUAGES.find((known) => known === lang) ?? 'en'

/** An error in every language: what is kept of it is read by people of several. */
export function errorWords({ texts }: Saying, error: AppError, own: Language): Words {
  const said = LANGUAGES.map((lang) => [lang, texts.error(error, lang)] as const)
  return { texts: Object.fromEntries(said), otherwise: texts.error(error, own) }
}

/** A stored preview in a reader's language. */
export function sayBlock(deps: Saying, block: PreviewBlock, lang: Language): ShownBlock {
  const said = (words: Words) => say(deps, words, lang)
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
