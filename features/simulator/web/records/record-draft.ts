import { z } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { recordCommand, recordName } from '../../contract/index.ts'
import type { SimulatorRecord, recordSave } from '../../contract/index.ts'
import { readObject, textOfValue } from '../compose/draft.ts'
import { readLayout } from './layout-text.ts'

export interface ProtoFile {
  path: string
  text: string
}
type Save = RouteInput<typeof recordSave>['body']
const MAX_CMD = 4_294_967_295

/** The commands a JSON list names, or null where it is none. */
export function readCommandList(text: string): z.output<typeof recordCommand>[] | null {
  try {
    const read = z.safeParse(z.array(recordCommand), JSON.parse(text))
    return read.success ? read.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Rules of the form; `path` and `message` of a broken one choose the words. */
export const recordSchema = z
  .object({
    name: recordName,
    url: z.string().check(z.trim(), z.maxLength(300), z.regex(/^(wss?|tcps?):\/\/[^\s/]+(\/\S*)?$/)),
    layout: z.string().check(z.refine((text) => readLayout(text).ok)),
    definition: z.enum(['keep', 'files', 'descriptor']),
    files: z.array(z.object({ path: z.string(), text: z.string() })),
    descriptor: z.string(),
    commands: z.enum(['keep', 'csv', 'list', 'rule']),
    csv: z.string(),
    list: z.string(),
    request: z.string().check(z.maxLength(60)),
    reply: z.string().check(z.maxLength(60)),
    push: z.string().check(z.maxLength(60)),
    enum: z.string().check(z.maxLength(300)),
    enter: z.enum(['none', 'message']),
    enterCmd: z.nullable(z.number()),
    enterBody: z.string().check(z.maxLength(20_000)),
  })
  .check(
    z.refine(({ definition, files }) => definition !== 'files' || files.length > 0, { path: ['files'] }),
    z.refine(({ commands, list }) => commands !== 'list' || readCommandList(list) !== null, {
      path: ['list'],
    }),
    z.refine(
      ({ enter, enterCmd }) =>
        enter === 'none' ||
        (enterCmd !== null && Number.isInteger(enterCmd) && enterCmd >= 0 && enterCmd <= MAX_CMD),
      { path: ['enterCmd'] },
    ),
    z.refine(({ enter, enterBody }) => enter === 'none' || readObject(enterBody).ok, { path: ['enterBody'] }),
  )
export type RecordDraft = z.output<typeof recordSchema>

export function draftOfRecord(
  record: SimulatorRecord | null,
  usual: unknown = QD1,
): z.input<typeof recordSchema> {
  const isNew = record === null
  return {
    name: record?.name ?? '',
    url: record?.url ?? '',
    layout: textOfValue((record?.layout as Record<string, unknown> | undefined) ?? { ...(usual as object) }),
    definition: isNew ? 'files' : 'keep',
    files: [],
    descriptor: '',
    commands: isNew ? 'csv' : 'keep',
    csv: 'cmd,name,req,res,push\n',
    list: '[]',
    request: '',
    reply: '',
    push: '',
    enum: '',
    enter: (record?.enter ?? null) === null ? 'none' : 'message',
    enterCmd: record?.enter?.cmd ?? null,
    enterBody: record?.enter?.body ?? '{\n  "token": "{{deviceId}}"\n}',
  }
}

function commandsOf(draft: RecordDraft): Save['commands'] {
  const { commands, csv, list, request, reply, push } = draft
  if (commands === 'csv') return { kind: 'csv', text: csv }
  if (commands === 'list') return { kind: 'list', list: readCommandList(list) ?? [] }
  if (commands === 'rule') return { kind: 'rule', request, reply, push, enum: draft.enum }
  return undefined
}

/** What the server is asked to keep; parts that stay as they are do not travel. */
export function saveOf(draft: RecordDraft, lineId: string, record: SimulatorRecord | null): Save {
  const layout = readLayout(draft.layout)
  const commands = commandsOf(draft)
  return {
    lineId,
    name: draft.name,
    url: draft.url,
    layout: layout.ok ? layout.layout : null,
    enter: draft.enter === 'none' ? null : { cmd: draft.enterCmd ?? 0, body: draft.enterBody },
    ...(record === null ? {} : { recordId: record.recordId, revision: record.revision }),
    ...(draft.definition === 'files' ? { files: draft.files } : {}),
    ...(draft.definition === 'descriptor' ? { descriptor: draft.descriptor } : {}),
    ...(commands === undefined ? {} : { commands }),
  }
}
