const DIGIT = /^\p{Nd}$/u

/** The zero of the digit's set: sets are runs of ten, each beginning with its zero. */
function zeroOf(digit: string): number {
  let code = digit.codePointAt(0)!
  for (let step = 0; step < 9 && DIGIT.test(String.fromCodePoint(code - 1)); step++) code--
  return code
}

/** Whether a name has digits of two sets, e.g. 4 of the Arabic and of the Persian one. */
export function hasMixedDigits(name: string): boolean {
  return new Set([...name].filter((character) => DIGIT.test(character)).map(zeroOf)).size > 1
}
