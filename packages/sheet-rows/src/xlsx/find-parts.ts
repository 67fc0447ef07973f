import { SheetFault } from '../sheet-fault.ts'
import { readWholeXml } from '../xml-events.ts'
import type { ZipParts } from '../zip-parts.ts'

const BOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const STRINGS = 'xl/sharedStrings.xml'
const LONGEST = 65_536

async function firstSheetId(zip: ZipParts): Promise<string | null> {
  let found: string | null = null
  await readWholeXml(zip.pieces(BOOK), LONGEST, {
    open: (name, attributes) => {
      if (name !== 'sheet' || found !== null) return
      const isShown = attributes['state'] === undefined || attributes['state'] === 'visible'
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (isShown && id !== undefined) found = id
    },
    text: () => undefined,
    close: () => undefined,
  })
  return found
}

/** Targets are relative to the folder of the workbook, or begin at the root. */
const pathOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** Where the first shown sheet of a workbook lies, and its shared strings where it has any. */
export async function findParts(zip: ZipParts): Promise<{ sheet: string; strings: string | null }> {
  if (!zip.has(BOOK) || !zip.has(RELATIONS)) throw new SheetFault('unknown_format')
  const id = await firstSheetId(zip)
  const targets = new Map<string, string>()
  let strings: string | null = null
  await readWholeXml(zip.pieces(RELATIONS), LONGEST, {
    open: (name, attributes) => {
      const { Id, Target, Type = '' } = attributes
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      targets.set(Id, pathOf(Target))
      if (Type.endsWith('/sharedStrings')) strings = pathOf(Target)
    },
    text: () => undefined,
    close: () => undefined,
  })
  const sheet = id === null ? undefined : targets.get(id)
  if (sheet === undefined || !zip.has(sheet)) throw new SheetFault('bad_archive')
  strings ??= STRINGS
  return { sheet, strings: zip.has(strings) ? strings : null }
}
