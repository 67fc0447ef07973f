/**
 * What spreadsheets take for a formula: the signs themselves, their full-width forms, and white space that
 * they skip before one.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** A plain number begins with a sign too, but computes nothing. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/
const GUARD = "'"

function looksDangerous(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text)
}

/** A cell's text that no spreadsheet runs: a leading quote makes it text. */
export function guarded(text: string): string {
  return looksDangerous(text) ? GUARD + text : text
}

/** Takes the quote of `guarded` off again. */
export function unguarded(text: string): string {
  return text.startsWith(GUARD) && looksDangerous(text.slice(1)) ? text.slice(1) : text
}
