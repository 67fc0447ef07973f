import { StoreError } from './store-error.ts'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/** Lets through only values that both databases store without loss or change. */
export function checkParameters(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    switch (typeof value) {
      case 'string':
        if (value.includes('\0'))
          throw new StoreError('store_nul_text', 'Text with a NUL character is refused.')
        break
      case 'number':
        checkNumber(value)
        break
      case 'bigint':
        if (value < INT64_MIN || value > INT64_MAX) {
          throw new StoreError('store_unsafe_integer', 'An integer parameter does not fit 64 bits.')
        }
        break
      default:
        if (value !== null && !(value instanceof Uint8Array)) {
          throw new StoreError('store_misuse', `A parameter of type ${typeof value} is not portable.`)
        }
    }
  }
}

function checkNumber(value: number): void {
  if (!Number.isFinite(value)) throw new StoreError('store_misuse', 'A number parameter is not finite.')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new StoreError('store_unsafe_integer', 'An integer parameter above 2^53 must be text or bigint.')
  }
}
