import { z } from '@qd/contract-kit'

export interface TextPlace {
  /** From 1. */
  line: number
  column: number
}

function placeAt(text: string, position: number): TextPlace {
  const lines = text.slice(0, position).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where text stops being JSON; null where the browser does not say, or it is fine. */
export function jsonFault(text: string): TextPlace | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    // Browsers word it differently; all of them name a position or line and column, or only say that it ends.
    const message = error instanceof Error ? error.message : ''
    const at = /line (\d+) column (\d+)/.exec(message)
    if (at !== null) return { line: Number(at[1]), column: Number(at[2]) }
    const position = /position (\d+)/.exec(message)?.[1]
    if (position !== undefined) return placeAt(text, Number(position))
    return /end of/i.test(message) ? placeAt(text, text.length) : null
  }
}

/** Text that must be JSON; the form says in which line it is not. */
export const jsonTextSchema = z
  .string()
  .check(z.refine((text) => isJson(text), { params: { format: 'json' } }))
