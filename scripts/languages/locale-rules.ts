import { LANGUAGES, LANGUAGE_TAGS, type Language } from '../../packages/i18n/src/index.ts'
import type { FlatTexts, LocaleFolder } from './locale-files.ts'
import { styleProblem } from '../checks/text-style.ts'

export const PLURAL = /_(zero|one|two|few|many|other)$/
const HAN = /\p{Script=Han}/u

/** Texts that are the same everywhere: the names languages give themselves. */
const SAME_EVERYWHERE = new Set(['简体中文', '繁體中文'])

/** Characters of one script that the other writes differently; enough to notice a text left unconverted. */
const SIMPLIFIED =
  '务员码错误请选择运营线区游戏权无设间时动态载败连户级标签页关闭复删读编辑语题数据库记录确认应击发历显会话审计环证验协议断过阅当没还这们从来对开门问样么边长东车书见观谁调试谢让论讲词该详说课谈谊'
const TRADITIONAL =
  '務員碼錯誤請選擇運營線區遊戲權無設間時動態載敗連戶級標籤頁關閉複刪讀編輯語題數據庫記錄確認應擊發歷顯會話審計環證驗協議斷過閱當沒還這們從來對開門問樣麼邊長東車書見觀誰調試謝讓論講詞該詳說課談誼'

/** Marks of a menu link, which its texts quote as they are typed. */
const LINK_MARKS = new Set(['uId', 'sId', 'lineId', 'operator', 'game', 'lang'])

/** A mark of one brace is filled in by nobody and shown as it stands. */
const bareMark = (text: string): string | undefined =>
  [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)]
    .map(([, name = '']) => name)
    .find((name) => !LINK_MARKS.has(name))

export const placeholders = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<\/?(\w+)>/g)].map((match) => match[1] ?? `<${match[2]}>`),
    ),
  ]
    .toSorted()
    .join(' ')

/** Keys without plural endings, with the placeholders each uses. */
function shapeOf(texts: FlatTexts): Map<string, string> {
  const shape = new Map<string, string>()
  for (const [key, text] of texts) {
    const base = key.replace(PLURAL, '')
    // A form for exactly one may leave the number out.
    if (base === key || key.endsWith('_other')) shape.set(base, placeholders(text))
  }
  return shape
}

function missingPlurals(language: Language, texts: FlatTexts): string[] {
  const forms = new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions().pluralCategories
  const bases = new Set(
    [...texts.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')),
  )
  return [...bases].flatMap((base) => {
    const missing = forms.filter((form) => !texts.has(`${base}_${form}`))
    return missing.map((form) => `${language}.json: ${base} lacks the plural form ${form}`)
  })
}

function keyProblems(language: Language, texts: FlatTexts, cn: FlatTexts): string[] {
  const wanted = shapeOf(cn)
  const has = shapeOf(texts)
  const problems: string[] = []
  for (const [key, marks] of wanted) {
    const own = has.get(key)
    if (own === undefined) problems.push(`${language}.json: ${key} is missing`)
    else if (own !== marks)
      problems.push(`${language}.json: ${key} has placeholders [${own}], cn has [${marks}]`)
  }
  for (const key of has.keys())
    if (!wanted.has(key)) problems.push(`${language}.json: ${key} is not in cn.json`)
  return problems
}

function textProblem(language: Language, text: string, en: string | undefined): string | null {
  if (text.trim() === '') return 'is empty'
  const mark = bareMark(text)
  if (mark !== undefined) return `has {${mark}}, which is written {{${mark}}}`
  if (SAME_EVERYWHERE.has(text)) return null
  if (language === 'cn')
    return [...text].some((char) => TRADITIONAL.includes(char)) ? 'has traditional characters' : null
  if (language === 'tw')
    return [...text].some((char) => SIMPLIFIED.includes(char)) ? 'has simplified characters' : null
  if (HAN.test(text)) return 'has Chinese characters'
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return language !== 'en' && text === en && words.length >= 4 ? 'is still English' : null
}

/** Latin words allowed to make up a whole cn text: names, units and technical words. */
const NAMES =
  /^(?:uId|sId|OK|Loading|JSON|ID|IP|URL|MD5|md5|API|ms|s|min|Quarterdeck|Redis|English|T\u00fcrk\u00e7e|Portugu\u00eas|Deutsch|Fran\u00e7ais|Italiano|Esc|Enter|Ctrl|UTC|game|proto|null|true|false|int|string|float|bytes|R[0-4]|B|KB|MB|v)$/

function isUntranslated(cn: string): boolean {
  if (HAN.test(cn) || SAME_EVERYWHERE.has(cn)) return false
  const words = cn.replaceAll(/\{\{[^}]*\}\}/g, '').match(/[\p{Script=Latin}]{2,}\d?/gu) ?? []
  return words.some((word) => !NAMES.test(word))
}

/** What is wrong inside one folder: keys, placeholders, plural forms, texts left in another language. */
export function folderProblems(
  { folder, texts, problems }: LocaleFolder,
  drafts: ReadonlyMap<Language, ReadonlySet<string>> = new Map(),
): string[] {
  const cn = texts.get('cn')
  if (cn === undefined) return problems
  const found = LANGUAGES.flatMap((language) => {
    const own = texts.get(language)
    if (own === undefined) return []
    const wrong = [...own].flatMap(([key, text]) => {
      // A draft is in another language, and the check tells of it by itself.
      if (drafts.get(language)?.has(key) === true) return []
      const problem = textProblem(language, text, texts.get('en')?.get(key)) ?? styleProblem(language, text)
      return problem === null ? [] : [`${language}.json: ${key} ${problem}: ${text}`]
    })
    return [...keyProblems(language, own, cn), ...missingPlurals(language, own), ...wrong]
  })
  const untranslated = [...cn].filter(([, text]) => isUntranslated(text))
  return [
    ...problems,
    ...found.map((line) => `${folder}/${line}`),
    ...untranslated.map(([key, text]) => `${folder}/cn.json: ${key} is not Chinese: ${text}`),
  ]
}
