import type { Language } from '../../packages/i18n/src/index.ts'
import { PLURAL } from './locale-rules.ts'
import type { LocaleFolder } from './locale-files.ts'

/** A count before a noun, with one word between at most: `{{count}} earlier lines`, `{{rows}} rows`. */
const COUNTED_EN = /\{\{(\w+)\}\} (?:[a-z]+ )?([a-z]{2,}s|people)\b/g
const NO_NOUN_EN = /^(?:is|has|was|this|its|less|us|does)$/

/** German writes nouns with a capital letter; the nouns left out are the same for one and for many, or units. */
const COUNTED_DE = /\{\{(\w+)\}\} ((?:[a-zäöüß]+ )?\p{Lu}[\p{L}-]+)(?!\.)\b/gu
const SAME_DE = /(?:Spieler|Byte|Schlüssel|Empfänger|Mal|Muster|KB|MB)$|^(?:im|von|auf) /

/** Before a limit, which is always more than one. */
const LIMIT =
  /(?:at most|up to|more than|of the|the first|the last|the newest of|höchstens|bis zu|mehr als|der|ersten|letzten|neuesten von) $/i

/** Texts that are shown from two on, such as beyond a limit. */
const NEVER_ONE = new Set([
  'analysis.bigCollections',
  'analysis.compare.noneHint',
  'errors.game_clock',
  'errors.grant_pattern_parts',
  'errors.redis_too_many_keys',
  'grid.tooMany',
  'keys.capped',
  'keys.view.quick',
  'preview.versions',
  'server.advice.noneHint',
  'server.advice.rule.lowHitRate.found',
  'texts.mail.check.bytes.fail',
  'texts.notify.game-servers.back.text',
  'texts.notify.game-servers.silent.text',
])

/** Languages in which the word behind a number changes with it; German has a rule of its own. */
const CHANGING: readonly Language[] = ['fr', 'it', 'pt', 'ru', 'ua']
const COUNTED = /\{\{count\}\}\s(?:d’|de |di )?\p{L}+(?![\p{L}.])/u

/** The part of a text that fits for many alone: `count`, or a number named like the noun behind it. */
function countedNoun(text: string, pattern: RegExp, without: RegExp): string | undefined {
  const found = [...text.matchAll(pattern)].find((match) => {
    const [, name = '', noun = ''] = match
    const isCount = name === 'count' || name === noun.toLowerCase()
    return isCount && !without.test(noun) && !LIMIT.test(text.slice(0, match.index))
  })
  return found?.[0]
}

function manyOnly(language: Language, text: string, hasForms: boolean): string | undefined {
  if (language === 'en') return countedNoun(text, COUNTED_EN, NO_NOUN_EN)
  if (language === 'de') return countedNoun(text, COUNTED_DE, SAME_DE)
  return hasForms && CHANGING.includes(language) ? COUNTED.exec(text)?.[0] : undefined
}

/** Texts that read “1 rows” when there is one. Pages choose a form by `count`; the texts of a contract have one. */
export function pluralProblems({ folder, texts }: LocaleFolder): string[] {
  const en = texts.get('en')
  const way = /contract/.test(folder) ? 'write' : 'write _one and _other, or'
  return [...texts].flatMap(([language, own]) =>
    [...own].flatMap(([key, text]) => {
      if (PLURAL.test(key) || NEVER_ONE.has(key)) return []
      const part = manyOnly(language, text, en?.has(`${key}_other`) === true)
      return part === undefined
        ? []
        : [
            `${folder}/${language}.json: ${key} has one form for one and for many: ${part}; ${way} “Rows: {{count}}”`,
          ]
    }),
  )
}
