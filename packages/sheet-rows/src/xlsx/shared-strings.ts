import type { SheetBounds } from '../sheet-bounds.ts'
import { SheetFault } from '../sheet-fault.ts'
import { readWholeXml } from '../xml-events.ts'

/** XML may write each character as an entity. */
export const longestOf = ({ cellLength }: Pick<SheetBounds, 'cellLength'>) => cellLength * 8

/** The texts that cells name by their index; readings of other scripts (`rPh`) are left out. */
export async function readSharedStrings(
  pieces: AsyncIterable<Uint8Array>,
  bounds: SheetBounds,
): Promise<string[]> {
  const strings: string[] = []
  let length = 0
  let text = ''
  let isText = false
  let isReading = false
  await readWholeXml(pieces, longestOf(bounds), {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isReading = true
      else isText = name === 't' && !isReading
    },
    text: (part) => {
      if (!isText) return
      length += part.length
      if (length > bounds.stringsLength) throw new SheetFault('too_many_strings')
      text += part
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      strings.push(text)
      if (strings.length > bounds.strings) throw new SheetFault('too_many_strings')
    },
  })
  return strings
}
