/** A piece of a text as one player reads it. */
export interface FilledPart {
  value: string
  /** `open`: nobody is chosen whose words could stand there. */
  kind: 'text' | 'filled' | 'missing' | 'open'
  /** Of a variable. */
  name?: string
}

const VARIABLE = /(\{[A-Za-z][\w-]{0,63}\})/

/** A text with its variables filled, each part told apart; without `vars` they stay open. */
export function filledParts(text: string, vars: Readonly<Record<string, string>> | null): FilledPart[] {
  const parts = text.split(VARIABLE).map((value, index): FilledPart => {
    if (index % 2 === 0) return { value, kind: 'text' }
    const name = value.slice(1, -1)
    if (vars === null) return { value, kind: 'open', name }
    // The game leaves a name as it is that nobody fills.
    if (!Object.hasOwn(vars, name)) return { value, kind: 'missing', name }
    const word = vars[name]!
    return { value: word, kind: word === '' ? 'missing' : 'filled', name }
  })
  return parts.filter(({ value, name }) => value !== '' || name !== undefined)
}
