import { NO_READINGS, indexText, scoreOf, wordsOf } from '../search/matcher.ts'
import type { IndexedText, Readings } from '../search/matcher.ts'
import type { FieldChoice } from './field-place.ts'

/** Choices indexed in one go; a list of 100,000 is indexed over many. */
const SLICE = 2_000

/** Finds choices by number, name and pinyin. Plain text answers at once, pinyin as far as the index has come. */
export class ChoiceSearch {
  readonly #choices: readonly FieldChoice[]
  readonly #plain: readonly string[]
  readonly #texts: IndexedText[] = []
  #readings: Readings = NO_READINGS

  constructor(choices: readonly FieldChoice[]) {
    this.#choices = choices
    this.#plain = choices.map(({ value, label, detail }) => `${value} ${label} ${detail ?? ''}`.toLowerCase())
  }

  get isIndexed(): boolean {
    return this.#texts.length === this.#choices.length
  }

  /** Readings that came late make the index begin again. */
  readBy(readings: Readings): void {
    if (readings === this.#readings) return
    this.#readings = readings
    this.#texts.length = 0
  }

  /** Indexes one more slice. */
  extend(): void {
    const from = this.#texts.length
    for (const { label } of this.#choices.slice(from, from + SLICE))
      this.#texts.push(indexText(label, this.#readings))
  }

  /** What answers: the number itself first, then numbers and names that begin so, then the rest in order. */
  find(query: string): readonly FieldChoice[] {
    const text = query.trim().toLowerCase()
    if (text === '') return this.#choices
    const words = wordsOf(text)
    const plain = text.split(/\s+/)
    const found: { choice: FieldChoice; score: number }[] = []
    for (const [at, choice] of this.#choices.entries()) {
      const score = this.#plainScore(at, plain, text) || this.#pinyinScore(at, words)
      if (score > 0) found.push({ choice, score })
    }
    return found.sort((left, right) => right.score - left.score).map(({ choice }) => choice)
  }

  #plainScore(at: number, words: readonly string[], text: string): number {
    const own = this.#plain[at]!
    if (!words.every((word) => own.includes(word))) return 0
    const { value, label } = this.#choices[at]!
    if (value.toLowerCase() === text) return 4
    return own.startsWith(text) || label.toLowerCase().startsWith(text) ? 3 : 2
  }

  #pinyinScore(at: number, words: readonly string[]): number {
    const text = this.#texts[at]
    return text && scoreOf(text, words) > 0 ? 1 : 0
  }
}

const known = new WeakMap<readonly FieldChoice[], ChoiceSearch>()

/** One index per list, however many inputs offer it. */
export function searchOf(choices: readonly FieldChoice[]): ChoiceSearch {
  const search = known.get(choices) ?? new ChoiceSearch(choices)
  known.set(choices, search)
  return search
}
