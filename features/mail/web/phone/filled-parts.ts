/** A text in parts, those that a variable was filled with told apart; a variable without a value stays as it is. */
export function filledParts(
  text: string,
  values: Readonly<Record<string, string>>,
): { value: string; isFilled: boolean }[] {
  return text
    .split(/(\{[A-Za-z][\w-]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const isName = part.startsWith('{') && part.endsWith('}')
      const found = isName && Object.hasOwn(values, part.slice(1, -1)) ? values[part.slice(1, -1)] : undefined
      return { value: found ?? part, isFilled: isName }
    })
}
