export interface PickerOption {
  value: string
  label: string
  /** Small mono text after the label: an id or a code. */
  code?: string
  /** Coloured dot: how it is. */
  dot?: 'ok' | 'warn' | 'error' | 'neutral'
  /** What the dot means, for readers and as tooltip. */
  dotLabel?: string
  tag?: { text: string; tone: 'ok' | 'warn' | 'error' | 'theme' | 'neutral' }
}

export interface PickedOption extends PickerOption {
  isRecent: boolean
}

/** More are never drawn at once; the search narrows the rest. */
export const PICKER_LIMIT = 200

function matches(option: PickerOption, words: readonly string[]): boolean {
  const text = `${option.label} ${option.code ?? ''} ${option.value}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Options that match all words of the search, recent ones first. */
export function pickedOptions(
  options: readonly PickerOption[],
  recent: readonly string[],
  search: string,
): PickedOption[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = options.filter((option) => matches(option, words))
  const byValue = new Map(found.map((option) => [option.value, option]))
  const first = recent.map((value) => byValue.get(value)).filter((option) => option !== undefined)
  const rest = found.filter((option) => !recent.includes(option.value))
  return [
    ...first.map((option) => ({ ...option, isRecent: true })),
    ...rest.map((option) => ({ ...option, isRecent: false })),
  ].slice(0, PICKER_LIMIT)
}
