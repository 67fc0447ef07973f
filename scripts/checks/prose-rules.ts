/** Longest sentence of a page; more than this is two sentences. */
export const MOST_WORDS = 35
/** Most words a page's sentences may have on average. */
export const MOST_ON_AVERAGE = 14

export interface Sentence {
  /** Line on which it begins, from 1. */
  line: number
  text: string
}

interface Habit {
  wrong: RegExp
  instead: string
}

/** Words that only the authors understand, and words that leave half of the readers out. */
const HABITS: readonly Habit[] = [
  { wrong: /\b(?:he|him|his|himself|she|her|hers|herself)\b/i, instead: '"they", "them", "their"' },
  { wrong: /\bwhoever\b|\bfor who\b|\bby who\b/i, instead: '"anyone who", or the person meant' },
  { wrong: /\bdeeds?\b/i, instead: '"action"' },
  { wrong: /\bfaces\b|\b(?:error|empty|no-permission) face\b/i, instead: '"state", "page"' },
  { wrong: /\brooms\b|\b(?:server|web|contract) room\b/i, instead: '"folder", "part"' },
  { wrong: /\ba picture of (?:all|the whole|what)\b/i, instead: '"view", "list", or what was read' },
  { wrong: /\btalked round\b|\bthrottling\b/i, instead: '"bypassed", "rate limit"' },
  { wrong: /\bbad weather\b/i, instead: 'the faults that are meant' },
  { wrong: /(?<!\bthere )\b(?:is|are|was) (?:none|no (?!longer\b|more\b))/i, instead: '"is not a ..."' },
  { wrong: /\banew\b/i, instead: '"again"' },
  { wrong: /\bnobody but\b|\bnothing but\b/i, instead: '"only"' },
  { wrong: /\bmeanwhile is\b|\bis told (?:by|of|as)\b/i, instead: 'who says or does it' },
]

/** What comments are looked at for; how long a sentence is, is up to their author. */
const IN_COMMENTS = HABITS.filter(({ instead }) => ['"they", "them", "their"', '"action"'].includes(instead))

/** What a reader sees of one line: no marks, code as one word. */
const plain = (line: string) =>
  line
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'CODE')
    .replaceAll(/\*\*?|<[^>]+>/g, '')

const split = (text: string): string[] =>
  text
    .replaceAll(/\b(?:e\.g|i\.e|etc|vs)\./g, (short) => short.replaceAll('.', ''))
    .split(/(?<=[.!?]["”)]?)\s+(?=\S)/)
    .filter((part) => /\p{L}/u.test(part))

/** The sentences of a Markdown page; code is left out, a cell of a table is a paragraph of its own. */
export function sentencesOf(markdown: string): Sentence[] {
  const found: Sentence[] = []
  let isCode = false
  let paragraph: { line: number; text: string } | null = null
  const close = () => {
    if (paragraph !== null)
      for (const text of split(plain(paragraph.text))) found.push({ line: paragraph.line, text })
    paragraph = null
  }
  for (const [index, raw] of markdown.split('\n').entries()) {
    const line = index + 1
    const isFence = /^\s*```/.test(raw)
    if (isFence) isCode = !isCode
    const isOwn = isFence || isCode || raw.trim() === '' || /^\s*(?:#|\||[-*] |\d+\. )/.test(raw)
    if (isOwn) close()
    if (isFence || isCode || raw.trim() === '') continue
    if (raw.trimStart().startsWith('|'))
      for (const cell of raw.split('|')) found.push(...split(plain(cell)).map((text) => ({ line, text })))
    else if (paragraph === null) paragraph = { line, text: raw.replace(/^\s*(?:#+|[-*]|\d+\.) /, '') }
    else paragraph.text += ` ${raw.trim()}`
  }
  close()
  return found
}

const wordsOf = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** What is wrong with the words of one text, or null. */
export function wordProblem(text: string): string | null {
  const found = HABITS.find(({ wrong }) => wrong.test(text))
  const word = found?.wrong.exec(text)?.[0]
  return found === undefined ? null : `"${word}": write ${found.instead}`
}

/** Words of comments that leave half of the readers out, or that only the authors understand. */
export function commentProblems(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const comment = /^\s*(?:\/\*|\*|\/\/|\{\/\*)(.*)|\s\/\/ (.*)/.exec(line)
    const text = plain(comment?.[1] ?? comment?.[2] ?? '')
    const found = IN_COMMENTS.find(({ wrong }) => wrong.test(text))
    return found === undefined
      ? []
      : [`${file}:${index + 1}: "${found.wrong.exec(text)![0]}": write ${found.instead}`]
  })
}

/** What makes a page hard to read: words, sentences without an end, too many of them. */
export function proseProblems(file: string, markdown: string): string[] {
  const sentences = sentencesOf(markdown)
  const problems = sentences.flatMap(({ line, text }) => {
    const word = wordProblem(text)
    const count = wordsOf(text)
    return [
      ...(word === null ? [] : [`${file}:${line}: ${word}`]),
      ...(count <= MOST_WORDS
        ? []
        : [`${file}:${line}: a sentence of ${count} words, at most ${MOST_WORDS}: ${text.slice(0, 60)}...`]),
    ]
  })
  const total = sentences.reduce((sum, { text }) => sum + wordsOf(text), 0)
  const average = sentences.length === 0 ? 0 : total / sentences.length
  return average <= MOST_ON_AVERAGE
    ? problems
    : [...problems, `${file}: ${average.toFixed(1)} words a sentence on average, at most ${MOST_ON_AVERAGE}`]
}
