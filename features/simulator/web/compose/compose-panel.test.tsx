import { readSchema } from '@qd/proto-wire'
import { startLive } from '@qd/web-calls'
import { liveServer, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { LiveServer } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeAllConnections, openConnection, useActiveConnection } from '../connections/connection-store.ts'
import { viewOf } from '../testing/fake-game.ts'
import { Compose } from './compose-panel.tsx'
import { setDraft, useCompose } from './compose-store.ts'
import { draftOf } from './draft.ts'
import type { JsonObject } from './draft.ts'

const CHANNEL = 'simulator.connection'
const MESSAGE = 'g.PutReq'
const read = readSchema({
  nested: {
    g: {
      nested: {
        PutReq: {
          fields: {
            id: { type: 'int32', id: 1 },
            blob: { type: 'bytes', id: 2 },
            counts: { keyType: 'int32', type: 'int32', id: 3 },
          },
        },
      },
    },
  },
})
if (!read.ok) throw new Error(read.reason)
const { schema } = read
const entry = { cmd: 7, name: 'PutReq', fullName: MESSAGE, module: '', comment: '' } as never
const developer = testUser({
  roles: ['developer'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['mock.simulator.connect'] }],
})

let live: LiveServer
let stop: () => void

beforeEach(() => {
  showWideScreen()
  useCompose.setState({ drafts: {}, version: 0, view: 'form' })
  live = liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => {
  closeAllConnections()
  stop()
})

function Page(): ReactNode {
  const connection = useActiveConnection()
  return (
    <Compose
      entry={entry}
      schema={schema}
      connection={connection}
      variables={{ n: 'AQI=' }}
      lineId=""
      onSent={() => {}}
    />
  )
}

async function open(value: JsonObject, layout = viewOf().layout): Promise<UserEvent> {
  setDraft(MESSAGE, draftOf(value))
  const { user } = await renderWithApp(<Page />, { user: developer })
  live.answer(CHANNEL, 'send', () => ({ reply: { n: 0, seq: 1 } }))
  await waitFor(() => live.ready())
  openConnection(
    { target: { kind: 'server', sId: 123, lineId: 'northwind-test' }, account: { kind: 'none' } },
    'S123',
  )
  await waitFor(() => live.openedWith(CHANNEL))
  live.tell(CHANNEL, { kind: 'state', connection: viewOf({ layout }) })
  await waitFor(() => expect(sendButton()).toHaveProperty('title', '发送（Ctrl+Enter）'))
  return user
}

const sendButton = () => screen.getByRole('button', { name: /^发\s?送$/ })
const view = (name: string) => screen.getByRole('radio', { name })
const sent = () => live.asked(CHANNEL, 'send')

async function sends(user: UserEvent, given: object) {
  await user.click(sendButton())
  await waitFor(() => expect(sent().at(-1)).toEqual({ cmd: 7, ...given }))
}

describe('a request is only what can be seen', () => {
  it('a digit that is missing stops sending, with words, also by keys', async () => {
    const user = await open({ id: 5 })
    await user.click(view('十六进制'))
    const hex = screen.getByRole('textbox', { name: '十六进制' })
    await user.type(hex, ' 1')
    expect(screen.getByText('第 7 个字符处缺少半个字节')).toBeTruthy()
    expect(sendButton()).toHaveProperty('disabled', true)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await user.clear(hex)
    await user.type(hex, '08 06')
    await sends(user, { bytes: btoa('\x08\x06') })
    expect(sent()).toHaveLength(1)
  })

  it('a wrong text in a field of bytes stays, and stops sending', async () => {
    const user = await open({ blob: 'AQI=' })
    const box = screen.getByLabelText('blob')
    await user.type(box, ' 0')
    await user.tab()
    expect(box).toHaveProperty('value', '01 02 0')
    expect(screen.getByText('blob：第 7 个字符处缺少半个字节')).toBeTruthy()
    expect(sendButton()).toHaveProperty('disabled', true)
    await user.type(box, '3')
    await sends(user, { bytes: btoa('\x12\x03\x01\x02\x03') })
  })

  it('bytes that are no text are not shown as one', async () => {
    const user = await open({ blob: '/wE=' })
    await user.click(view('text'))
    expect(screen.getByLabelText('blob')).toHaveProperty('value', 'ff 01')
    expect(view('hex').getAttribute('aria-checked')).toBe('true')
  })

  it('a variable in a field of bytes is filled in', async () => {
    const user = await open({})
    await user.click(view('text'))
    await user.click(screen.getByLabelText('blob'))
    await user.paste('{{n}}')
    await sends(user, { bytes: btoa('\x12\x02\x01\x02') })
  })

  it('a key is taken over when it is left, and moves no other entry', async () => {
    const user = await open({ counts: { 2: 20, 3: 30 } })
    const keys = () => screen.getAllByRole('textbox', { name: /counts/ })
    await user.type(keys()[0]!, '1')
    await user.type(keys()[0]!, '4')
    expect(keys().map((key) => (key as HTMLInputElement).value)).toEqual(['214', '3'])
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(sent()).toEqual([
        { cmd: 7, bytes: btoa('\x1a\x04\x08\x03\x10\x1e\x1a\x05\x08\xd6\x01\x10\x14') },
      ]),
    )
    await user.clear(keys()[0]!)
    await user.type(keys()[0]!, '214')
    await user.tab()
    expect(sendButton()).toHaveProperty('disabled', true)
  })
})

describe('a layout without protobuf', () => {
  const layoutOf = (body: string) => ({ ...(viewOf().layout as object), body })

  it('sends JSON as JSON', async () => {
    const user = await open({ id: 5 }, layoutOf('json'))
    await sends(user, { body: { id: 5 } })
  })

  it('takes bodies that only the game can write as bytes', async () => {
    const user = await open({ id: 5 }, layoutOf('raw'))
    expect(screen.getByText('该游戏的消息体为 raw，请以十六进制填写')).toBeTruthy()
    expect(sendButton()).toHaveProperty('disabled', true)
    await user.click(view('十六进制'))
    await user.type(screen.getByRole('textbox', { name: '十六进制' }), '81')
    await sends(user, { bytes: btoa('\x81') })
  })

  it('writes msgpack from the form, and shows its bytes as the form again', async () => {
    const user = await open({ id: 5, blob: 'AQI=' }, layoutOf('msgpack'))
    await sends(user, { bytes: btoa('\x82\xa2id\x05\xa4blob\xc4\x02\x01\x02') })
    await user.click(view('十六进制'))
    const hex = screen.getByRole('textbox', { name: '十六进制' })
    expect(hex).toHaveProperty('value', '82 a2 69 64 05 a4 62 6c 6f 62 c4 02 01 02')
    await user.clear(hex)
    await user.type(hex, '81 a2 69 64 07')
    await user.click(view('表单'))
    expect(screen.getByLabelText('id')).toHaveProperty('value', '7')
    await sends(user, { bytes: btoa('\x81\xa2id\x07') })
  })
})
