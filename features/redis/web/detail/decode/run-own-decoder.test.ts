import { expect, test } from 'vitest'
import { DECODER_MODULE } from '../../../contract/testing/decoder-module.ts'
import { AUTO } from '../viewers/bound-views.ts'
import { handleAsk } from './handle-ask.ts'
import type { Opened } from './messages.ts'
import { runOwnDecoder } from './run-own-decoder.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

test('an own decoder gets the bytes and its answer is shown; one that breaks the rules is a fault, no crash', async () => {
  expect(await runOwnDecoder(DECODER_MODULE, bytes('{"star":5}'))).toBe('{"star":5}')
  const ask = async (module: Uint8Array<ArrayBuffer>, value: Uint8Array) =>
    (await handleAsk({
      kind: 'open',
      bytes: value,
      view: { ...AUTO, compression: 'none', format: 'own', decoderId: 'd1' },
      around: { definitions: null, module, layout: null },
    })) as Opened
  expect(await ask(DECODER_MODULE, bytes('[1]'))).toMatchObject({
    text: '[1]',
    isJson: true,
    isEditable: false,
  })
  const fault = { in: 'decoder', code: 'own' }
  // No UTF-8, larger than its memory, and no module at all.
  expect(await ask(DECODER_MODULE, Uint8Array.of(0xff))).toMatchObject({ fault })
  expect(await ask(DECODER_MODULE, new Uint8Array(70_000))).toMatchObject({ fault })
  expect(await ask(bytes('no module'), bytes('1'))).toMatchObject({ fault })
})
