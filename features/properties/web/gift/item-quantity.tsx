import type { LineRef } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { useItemNames } from '../use-item-names.ts'
import { GiftQuantity } from './gift-view.tsx'

/** How much of an item of a line a gift holds, for what shows gifts in its own way. */
export function ItemQuantity(props: { line: LineRef; number: string; quantity: string }): ReactNode {
  const { line, number, quantity } = props
  return <GiftQuantity quantity={quantity} isTime={useItemNames(line).isTime(number)} />
}
