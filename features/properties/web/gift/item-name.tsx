import type { ReactNode } from 'react'
import type { LineRef } from '@qd/web-calls'
import { useItemNames } from '../use-item-names.ts'

/** What an item of a line is called; its number while nobody knows. */
export function ItemName({ line, number }: { line: LineRef; number: string }): ReactNode {
  const name = useItemNames(line).nameOf(number)
  return <bdi title={`${name} ${number}`.trim()}>{name === '' ? number : name}</bdi>
}
