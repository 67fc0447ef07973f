import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { definitionGet, keptDefinition, protoDefinition, recordDefinition } from '../../contract/index.ts'
import { DEFINITION } from '../testing/fake-game.ts'
import { readerOf } from '../testing/sample-definition.ts'
import { useDefinition } from './definition-of.ts'

const released = { ...DEFINITION, hash: 'c'.repeat(64), cmds: [], refusedBecause: 'EnterReq' }
const target = { kind: 'server', sId: 123, lineId: 'northwind-test' } as const

/** The page shows what the server has, then somebody connects. */
function Known({ hash }: { hash: string }) {
  const [isConnected, setConnected] = useState(false)
  const read = useDefinition(target, isConnected ? hash : '')
  if (read.state !== 'ready') return null
  return (
    <button
      type="button"
      onClick={() => setConnected(true)}
    >{`${read.definition.commands.size} ${read.definition.refusedBecause ?? 'newest'}`}</button>
  )
}

it.each([
  ['the one of an open connection, also after a release', DEFINITION.hash, '2 newest', 1],
  ['what the server has now before there is a connection', '', '0 EnterReq', 0],
  ['what the server has now when the connection has it too', released.hash, '0 EnterReq', 0],
])('a definition is %s', async (_title, hash, shown, asked) => {
  const api = fakeApi([fake(protoDefinition, () => released), fake(definitionGet, () => DEFINITION)])
  const { user } = await renderWithApp(<Known hash={hash} />, {
    user: readerOf('mock.simulator.read'),
    scope: TEST_SCOPE,
  })
  await user.click(await screen.findByText('0 EnterReq'))
  expect(await screen.findByText(shown)).toBeTruthy()
  expect(api.callsOf(definitionGet)).toHaveLength(asked)
})

it('of a record is read again when a connection has another one', async () => {
  const at = { lineId: 'northwind-test', recordId: 'r1' }
  const record = { ...at, name: '', url: '', layout: null, enter: null, messages: 0, commands: 0 }
  const changed = { revision: 1, changedBy: '', changedAt: 0 }
  const cmds = DEFINITION.cmds.map(({ comment: _comment, ...command }) => command)
  const answers = [
    { definitionHash: 'a', cmds: [] },
    { definitionHash: 'b', cmds },
  ]
  const api = fakeApi([
    fake(recordDefinition, () => {
      const { definitionHash, cmds: known } = answers[Math.min(api.callsOf(recordDefinition).length, 2) - 1]!
      return { record: { ...record, ...changed, definitionHash }, proto: DEFINITION.proto, cmds: known }
    }),
  ])
  function Shown() {
    const [hash, setHash] = useState('')
    const read = useDefinition({ kind: 'record', ...at }, hash)
    if (read.state !== 'ready') return null
    return (
      <button type="button" onClick={() => setHash('b')}>
        {read.definition.commands.size}
      </button>
    )
  }
  const { user } = await renderWithApp(<Shown />, {
    user: readerOf('mock.simulator.connect'),
    scope: TEST_SCOPE,
  })
  await user.click(await screen.findByText('0'))
  expect(await screen.findByText('2')).toBeTruthy()
  expect(api.callsOf(recordDefinition)).toHaveLength(2)
})

it.each([
  ['as it was kept', () => ({ proto: DEFINITION.proto, cmds: DEFINITION.cmds }), '2', 0],
  [
    'as the server has it now where none was kept',
    () => new FakeFailure(404, 'simulator_kept_nameless'),
    '0',
    1,
  ],
] as const)('of a kept time line is %s', async (_title, answer, shown, asked) => {
  const api = fakeApi([fake(keptDefinition, answer), fake(protoDefinition, () => released)])
  function Shown() {
    const read = useDefinition(
      { kind: 'capture', lineId: 'northwind-test', name: '', sId: 123, keptId: 'k1' },
      '',
    )
    return read.state === 'ready' ? <p>{read.definition.commands.size}</p> : null
  }
  await renderWithApp(<Shown />, { user: readerOf('mock.simulator.connect'), scope: TEST_SCOPE })
  expect(await screen.findByText(shown)).toBeTruthy()
  expect(api.callsOf(protoDefinition)).toHaveLength(asked)
})
