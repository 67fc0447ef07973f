import { AppError, fieldInvalid } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { readDescriptor } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { simulatorErrors } from '../../contract/index.ts'
import type { recordSave } from '../../contract/index.ts'
import type { BookCommand } from '../gateway/messages.ts'
import { readCommands } from './read-commands.ts'
import { readDefinition } from './read-definition.ts'

type Save = RouteInput<typeof recordSave>['body']

/** What somebody gives for a record. */
export type RecordParts = Pick<Save, 'url' | 'layout' | 'files' | 'descriptor'> &
  Required<Pick<Save, 'commands'>>

export interface ReadRecord {
  nested: Record<string, unknown>
  messages: number
  commands: BookCommand[]
  layout: FrameDescriptor
}

function assertSocket(url: string): void {
  if (/^(wss?|tcps?):/.test(url)) return
  throw fieldInvalid('url', { text: 'problem.characters' })
}

function checkedLayout(layout: unknown): FrameDescriptor {
  const read = readDescriptor(layout)
  if (read.ok) return read.descriptor
  throw new AppError(simulatorErrors.simulator_definition_invalid, {
    field: 'layout',
    params: { path: `layout ${read.path}`.trim(), reason: read.reason },
  })
}

/** Checks what a record is made of; throws `simulator_definition_invalid` with the place, or `field_invalid`. */
export function readRecord({ url, layout, files, descriptor, commands }: RecordParts): ReadRecord {
  assertSocket(url)
  const { nested, schema } = readDefinition(files, descriptor)
  return {
    nested,
    messages: schema.messages.size,
    commands: readCommands(schema, commands!),
    layout: checkedLayout(layout),
  }
}
