/** int64 values stand as text in the data; these three keep them exact. */
export function addToText(text: string, amount: number | bigint): string {
  return (BigInt(text) + BigInt(amount)).toString()
}

export function isAtLeast(text: string, amount: number | bigint): boolean {
  return BigInt(text) >= BigInt(amount)
}

export function sumOf(values: Iterable<number | string>): string {
  let sum = 0n
  for (const value of values) sum += BigInt(value)
  return sum.toString()
}
