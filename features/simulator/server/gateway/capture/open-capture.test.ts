import { AppError, coreErrors } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { aServer } from '@qd/server-kit/testing'
import { expect, test } from 'vitest'
import type { GameConnection } from '../connection/connection.ts'
import type { MessageBook } from '../messages.ts'
import { openCapture } from './open-capture.ts'

/* Kept time lines of a game that is down. */

const nested = { g: { nested: { Req: { fields: {} } } } }
const version = { nested, cmds: [{ cmd: 5, name: 'Do', req: 'g.Req', res: '', push: '', comment: '' }] }
const down = async (): Promise<never> => {
  throw new AppError(coreErrors.upstream_down, { params: { reason: 'refused', outcome: '' } })
}
const deps = {
  reach: { reach: down, serversOf: () => [] },
  keepDefinition: async () => '',
  findDefinition: async (hash: string) => (hash === 'known' ? version : null),
}

async function openKept(definition: string | null) {
  const told: { note: string; message: string; most: number }[] = []
  const shown = { message: '', most: 0 }
  const connection = {
    inspect(prepared: { descriptor: { maxFrameBytes: number } }, book: MessageBook) {
      shown.message = book.messageOf({ cmd: 5, direction: 'request', status: 0 })
      shown.most = prepared.descriptor.maxFrameBytes
    },
    note: ({ key }: { key: string }) => told.push({ note: key, ...shown }),
  } as unknown as GameConnection
  async function* text() {
    yield ''
  }
  const layout = { ...QD1, maxFrameBytes: 4096 }
  const kept = { layout, definition, text: text(), close: async () => undefined }
  const record = async () => null
  await openCapture(deps, connection, { server: aServer({ sId: 1 }), record, kept, by: 'lin' })
  return told.length === 0 ? [{ note: '', ...shown }] : told
}

test('one opens with the version of the messages it was kept with', async () => {
  expect(await openKept('known')).toEqual([{ note: '', message: 'g.Req', most: 4096 }])
})

test('where no version is kept, one opens without names, and says so', async () => {
  const nameless = [{ note: 'simulator.note.keptNameless', message: '', most: 4096 }]
  expect(await openKept('forgotten')).toEqual(nameless)
  expect(await openKept(null)).toEqual(nameless)
})

test('a capture nobody kept still needs its game', async () => {
  const of = { server: aServer({ sId: 1 }), record: async () => null, kept: null, by: 'lin' }
  await expect(openCapture(deps, {} as GameConnection, of)).rejects.toThrow('upstream_down')
})
