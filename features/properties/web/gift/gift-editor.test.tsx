import type { GiftEntry } from '@qd/gift-content'
import { useSettings } from '@qd/web-base'
import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import {
  checkGift,
  giftTemplates,
  goneItems,
  limitRecords,
  propertyList,
  upperLimitList,
} from '../../contract/index.ts'
import { GiftEditor } from './gift-editor.tsx'
import { GiftFacts } from './gift-facts.tsx'
import { GiftView } from './gift-view.tsx'
import { ItemName } from './item-name.tsx'
import { ItemQuantity } from './item-quantity.tsx'

const LINE = { game: 'lantern', partnerCode: 'northwind', lineCode: 'northwind-test' }
const tool = { code: 'tool', name: '道具' }
const template = { id: 't', name: '小补偿', revision: 1, by: 'mei', at: 0 }

function aConsole() {
  return fakeApi([
    fake(propertyList, () => [
      { number: '10001', name: '灯芯', type: tool },
      { number: '10002', name: '月卡', type: tool, isTime: true },
    ]),
    fake(upperLimitList, () => [{ number: '10001', quantity: '100' }]),
    fake(limitRecords, () => ({
      list: [
        {
          id: 'l',
          number: '10001',
          kind: 'mail' as const,
          quantity: '50',
          isForOperator: false,
          revision: 1,
          by: 'mei',
          at: 0,
        },
      ],
      ofGame: [{ number: '10001', quantity: '100' }],
    })),
    fake(giftTemplates, () => ({ list: [{ ...template, entries: [{ number: '10002', quantity: '3' }] }] })),
    fake(checkGift, ({ body }) => ({
      excess:
        Number(body.entries[0]?.quantity) > 50
          ? [
              {
                number: '10001',
                kind: 'mail' as const,
                source: 'console' as const,
                limit: '50',
                used: '0',
                asked: '60',
                over: '10',
              },
            ]
          : [],
    })),
  ])
}

function Holder({ told }: { told: (entries: GiftEntry[] | null) => void }): ReactNode {
  const [value, setValue] = useState<readonly GiftEntry[]>([])
  return (
    <GiftEditor
      line={LINE}
      value={value}
      use={{ kind: 'mail', players: 10 }}
      onChange={(entries) => {
        told(entries)
        setValue(entries ?? [])
      }}
    />
  )
}

async function show() {
  const api = aConsole()
  const told: (GiftEntry[] | null)[] = []
  const app = await renderWithApp(<Holder told={(entries) => void told.push(entries)} />)
  return { ...app, api, last: () => told.at(-1) }
}

const item = (row: number) => screen.getByRole<HTMLInputElement>('combobox', { name: `第 ${row} 项的物品` })
const quantity = (row: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `第 ${row} 项的数量` })

it('picks an item by pinyin, says its lower limit, and hands on the entry', async () => {
  const { user, last } = await show()
  await user.click(item(1))
  await user.type(item(1), 'dengxin')
  await user.click(await screen.findByRole('option', { name: /灯芯/ }))
  expect(item(1).value).toBe('10001')
  await user.type(quantity(1), '5')
  expect(last()).toEqual([{ number: '10001', quantity: '5' }])
  await screen.findByText('每次最多 50')
})

it('names what is wrong beside the entry, hands nothing on, and keeps what was typed', async () => {
  const { user, last } = await show()
  await user.type(item(1), '10009{Enter}')
  await user.type(quantity(1), '0')
  await waitFor(() => screen.getByText('游戏里没有这个物品'))
  expect(last()).toBeNull()
  expect(quantity(1).value).toBe('0')
})

it('[S3.07] reads and writes the text; a fault is named with its place', async () => {
  const { user, last } = await show()
  await user.click(screen.getByRole('radio', { name: '文本' }))
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /礼包文本/ })
  await user.type(text, '10001,5|10002,x')
  const fault = await screen.findByRole('button', { name: '第 15 个字符“x”：不是整数' })
  expect(last()).toBeNull()
  await user.click(fault)
  expect([text.selectionStart, text.selectionEnd]).toEqual([14, 15])
  await user.clear(text)
  await user.type(text, '10001,5|10002,1|10001,2')
  expect(last()).toEqual([
    { number: '10001', quantity: '7' },
    { number: '10002', quantity: '1' },
  ])
  await user.click(screen.getByRole('radio', { name: '列表' }))
  expect([item(1).value, quantity(1).value, item(2).value]).toEqual(['10001', '7', '10002'])
  await user.click(screen.getByRole('radio', { name: '文本' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /礼包文本/ }).value).toBe('10001,7|10002,1')
})

it('says which limits the gift goes beyond', async () => {
  const { user, api } = await show()
  await user.type(item(1), '10001{Enter}')
  await user.type(quantity(1), '60')
  await screen.findByText('灯芯：每封邮件上限 50，超出 10')
  expect(api.callsOf(checkGift).at(-1)?.body).toMatchObject({ kind: 'mail', players: 10 })
})

it('an entry that stands there twice is told, and summed', async () => {
  const { user, last } = await show()
  await user.type(item(1), '10001{Enter}')
  await user.type(quantity(1), '5')
  await user.click(screen.getByRole('button', { name: /添加物品/ }))
  await user.type(item(2), '10001{Enter}')
  await user.type(quantity(2), '6')
  await screen.findByText(/与第 1 项相同/)
  expect(last()).toEqual([{ number: '10001', quantity: '11' }])
})

it('takes a gift template', async () => {
  const { user, last } = await show()
  await user.click(await screen.findByRole('button', { name: '选用礼包模板' }))
  await user.click(await screen.findByRole('menuitem', { name: '小补偿' }))
  expect(last()).toEqual([{ number: '10002', quantity: '3' }])
  expect(item(1).value).toBe('10002')
})

it('[S9.04] a large quantity is a time for an item that is one, and for all where the reader wants it so', async () => {
  aConsole()
  const entries = [
    { number: '10001', quantity: '1790000000' },
    { number: '10002', quantity: '1790000000' },
    { number: '10003', quantity: '100000' },
  ]
  await renderWithApp(<GiftView line={LINE} entries={entries} />)
  await screen.findByText('灯芯')
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown()).toEqual([
    '灯芯10001×1,790,000,000',
    expect.stringMatching(/^月卡100022026-09-21 /),
    '10003×100,000',
  ])
  useSettings.getState().change({ giftTimes: true })
  await waitFor(() => expect(shown()[0]).toMatch(/^灯芯100012026-09-21 /))
})

it('[S9.04] what shows gifts in its own way shows a time as one', async () => {
  aConsole()
  const shown = (number: string) => <ItemQuantity line={LINE} number={number} quantity="1790000000" />
  await renderWithApp(
    <>
      <p>{shown('10001')}</p>
      <p>{shown('10002')}</p>
    </>,
  )
  expect(await screen.findByText('×1,790,000,000')).toBeTruthy()
  expect(await screen.findByText(/^2026-09-21 /)).toBeTruthy()
})

it('calls an item by its name, and by its number where the line does not have it', async () => {
  aConsole()
  await renderWithApp(
    <>
      <ItemName line={LINE} number="10001" />
      <ItemName line={LINE} number="999" />
    </>,
  )
  expect(await screen.findByText('灯芯')).toBeTruthy()
  expect(screen.queryByText('10001')).toBeNull()
  expect(screen.getByText('999')).toBeTruthy()
})

it('the gift of a mail or of codes names the items that no server has any more; an empty one asks nothing', async () => {
  const api = aConsole()
  api.on(goneItems, () => ({ gone: [{ number: '10003', name: '旧灯', lastSeen: 1 }] }))
  const entries = [
    { number: '10001', quantity: '2' },
    { number: '10003', quantity: '1' },
  ]
  await renderWithApp(
    <>
      <GiftFacts line={LINE} entries={[]} />
      <GiftFacts line={LINE} entries={entries} />
    </>,
  )
  await screen.findByText('区服上已没有这些物品：旧灯 10003')
  expect(api.callsOf(goneItems)).toMatchObject([{ body: { numbers: ['10001', '10003'] } }])
})
