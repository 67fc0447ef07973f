import { ALPHABET } from './normalize-code.ts'

/** Powers of x in the field of 32 elements, modulo x^5 + x^2 + 1; they come round after 31. */
const POWERS = Array.from({ length: 30 }).reduce<number[]>(
  (powers) => {
    const doubled = powers.at(-1)! << 1
    return [...powers, doubled < 32 ? doubled : doubled ^ 0b100101]
  },
  [1],
)
const LOGS = new Map(POWERS.map((power, at) => [power, at]))

function times(value: number, power: number): number {
  return value === 0 ? 0 : POWERS[(LOGS.get(value)! + power) % POWERS.length]!
}

/** Every character counts by its place from the right, so that one changed and any two swapped give another sum. */
function sumOf(code: string, firstPower: number): number {
  return [...code].reduce(
    (sum, letter, at) => sum ^ times(ALPHABET.indexOf(letter), code.length - 1 - at + firstPower),
    0,
  )
}

/** The last character of a code: with it the sum is zero. */
export function checkCharacter(body: string): string {
  return ALPHABET[sumOf(body, 1)]!
}

/** Whether a code in its one form ends with its check character. */
export function isCheckRight(code: string): boolean {
  return code.length > 1 && sumOf(code, 0) === 0
}
