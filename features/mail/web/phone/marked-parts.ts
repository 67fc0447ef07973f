/** A text in parts, the variables told apart from what stands between them. */
export function markedParts(text: string): { value: string; isVariable: boolean }[] {
  return text
    .split(/(\{[A-Za-z][\w-]*\})/)
    .filter((value) => value !== '')
    .map((value) => ({ value, isVariable: /^\{[A-Za-z][\w-]*\}$/.test(value) }))
}
