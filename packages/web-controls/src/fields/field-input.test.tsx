import type { Field } from '@qd/protocol-model'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { FieldInput } from './field-input.tsx'
import { FieldPlaceContext } from './field-place.ts'
import type { FieldChoice } from './field-place.ts'

const field = (more: Partial<Field>): Field => ({
  name: '字段',
  fieldName: 'x',
  comment: '',
  type: 'int',
  ...more,
})

function Example(props: { field: Field; value: unknown; onCommit: (value: unknown) => void }) {
  const [value, setValue] = useState(props.value)
  return (
    <FieldInput
      field={props.field}
      value={value}
      label="字段"
      onCommit={(next) => {
        setValue(next)
        props.onCommit(next)
      }}
    />
  )
}

async function show(more: Partial<Field>, value: unknown, items: readonly FieldChoice[] = []) {
  const onCommit = vi.fn()
  const place = { zoneMinutes: 480, offered: (name: string) => (name === 'gameProp' ? items : null) }
  const { user } = await renderWithApp(
    <FieldPlaceContext value={place}>
      <Example field={field(more)} value={value} onCommit={onCommit} />
      <button type="button">别处</button>
    </FieldPlaceContext>,
  )
  return { user, onCommit }
}

describe('letters', () => {
  it('one that may be long has several lines from the start, and Enter begins a new one', async () => {
    const { user, onCommit } = await show({ type: 'string', maxBytes: 2000 }, '')
    const box = screen.getByRole<HTMLTextAreaElement>('textbox')
    expect([box.tagName, box.rows]).toEqual(['TEXTAREA', 3])
    await user.type(box, 'Dear captain,{Enter}thank you')
    await user.click(screen.getByRole('button', { name: '别处' }))
    expect(onCommit.mock.calls).toEqual([['Dear captain,\nthank you']])
  })

  it('a short one stays in its line', async () => {
    await show({ type: 'string', maxBytes: 48 }, '')
    expect(screen.getByRole('textbox').tagName).toBe('INPUT')
  })
})

describe('what is told while one types', () => {
  function Typed(props: { onType: (value: unknown, typing: symbol) => void; onCommit: () => void }) {
    const [value, setValue] = useState<unknown>(100)
    const onType = (next: unknown, typing: symbol): void => {
      setValue(next)
      props.onType(next, typing)
    }
    return (
      <FieldInput
        field={field({})}
        value={value}
        label="字段"
        onType={onType}
        onCommit={(next) => {
          setValue(next)
          props.onCommit()
        }}
      />
    )
  }

  async function typeIn() {
    const [onType, onCommit] = [vi.fn(), vi.fn()]
    const { user } = await renderWithApp(<Typed onType={onType} onCommit={onCommit} />)
    const box = screen.getByRole<HTMLInputElement>('textbox')
    const told = () => onType.mock.calls.map(([value]: unknown[]) => value)
    return { user, box, told, onCommit, signs: () => new Set(onType.mock.calls.map(([, sign]) => sign)) }
  }

  it('what can be read, under one sign, when the keys pause', async () => {
    const { user, box, told, onCommit, signs } = await typeIn()
    await user.clear(box)
    await user.type(box, '250')
    await waitFor(() => expect(told()).toEqual([250]))
    await user.type(box, '0')
    await waitFor(() => expect(told()).toEqual([250, 2500]))
    expect(onCommit).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(onCommit).toHaveBeenCalledTimes(1)
    expect(signs().size).toBe(1)
  })

  it('a change is taken from the value before the typing, however often it was told', async () => {
    const { user, box, told } = await typeIn()
    await user.clear(box)
    await user.type(box, '+50')
    await waitFor(() => expect(told()).toEqual([150]))
    await user.type(box, '0')
    await waitFor(() => expect(told()).toEqual([150, 600]))
    screen.getByText('= 600')
  })

  it('the value from before where it cannot be read any more, and when it is taken back', async () => {
    const { user, box, told, onCommit } = await typeIn()
    await user.clear(box)
    await user.type(box, '7')
    await waitFor(() => expect(told()).toEqual([7]))
    await user.type(box, 'x')
    screen.getByText('请输入整数')
    await waitFor(() => expect(told()).toEqual([7, 100]))
    await user.type(box, '{Backspace}')
    await waitFor(() => expect(told()).toEqual([7, 100, 7]))
    await user.keyboard('{Escape}')
    expect(told()).toEqual([7, 100, 7, 100])
    expect(box.value).toBe('100')
    expect(onCommit).not.toHaveBeenCalled()
  })
})

describe('numbers', () => {
  it('[ED.111] show separators beside the digits, not among them', async () => {
    await show({}, '9007199254740993')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('9007199254740993')
    expect(screen.getByText('9,007,199,254,740,993')).toBeTruthy()
  })

  it('[ED.111] step by arrow keys inside the range, which stands beside while one types', async () => {
    const { user, onCommit } = await show({ min: 1, max: 120 }, 119)
    await user.click(screen.getByRole('textbox'))
    expect(screen.getByText('1–120')).toBeTruthy()
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}{Enter}')
    expect(onCommit.mock.calls).toEqual([[120]])
  })

  it('[ED.111] a change is typed too: where it leads stands beside, and is what is taken', async () => {
    const { user, onCommit } = await show({ min: 0 }, 1_000)
    const box = screen.getByRole('textbox')
    await user.clear(box)
    await user.type(box, '+2k')
    screen.getByText('= 3,000')
    await user.keyboard('{Enter}')
    expect(onCommit.mock.calls).toEqual([[3_000]])
    await user.clear(box)
    await user.type(box, 'x2{ArrowUp}')
    expect((box as HTMLInputElement).value).toBe('6001')
    await user.keyboard('{Escape}')
    expect(onCommit).toHaveBeenCalledTimes(1)
  })

  it('[ED.20] what is no number stays with its fault and is not taken', async () => {
    const { user, onCommit } = await show({}, 5)
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), '12x')
    await user.click(screen.getByRole('button', { name: '别处' }))
    expect(screen.getByText('请输入整数')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12x')
    expect(onCommit).not.toHaveBeenCalled()
  })
})

describe('texts', () => {
  it('[ED.113] count their UTF-8 bytes against the limit', async () => {
    const { user } = await show({ type: 'string', maxBytes: 24 }, '岚夜')
    await user.click(screen.getByRole('textbox'))
    await user.keyboard('{End}听潮')
    expect(screen.getByText('12/24')).toBeTruthy()
  })

  it('[ED.110] what cannot be seen is named, and removing it is the easy choice', async () => {
    const { user, onCommit } = await show({ type: 'string' }, 'a')
    await user.clear(screen.getByRole('textbox'))
    await user.click(screen.getByRole('textbox'))
    await user.paste('岚\u200b夜\u00a0')
    await user.keyboard('{Enter}')
    expect(onCommit).not.toHaveBeenCalled()
    const question = within(screen.getByRole('dialog'))
    expect(question.getByText(/零宽/).textContent).toContain('U+200B')
    expect(question.getByText('第 2 个字符')).toBeTruthy()
    expect(document.activeElement).toBe(question.getByRole('button', { name: '全部清除' }))
    await user.keyboard('{Enter}')
    expect(onCommit.mock.calls).toEqual([['岚夜 ']])
  })

  it('[ED.110] it is kept only when that was said', async () => {
    const { user, onCommit } = await show({ type: 'string' }, 'a')
    await user.clear(screen.getByRole('textbox'))
    await user.click(screen.getByRole('textbox'))
    await user.paste('\u202ebad')
    await user.click(screen.getByRole('button', { name: '别处' }))
    expect(onCommit).not.toHaveBeenCalled()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /保\s?留/ }))
    expect(onCommit.mock.calls).toEqual([['\u202ebad']])
  })

  it('[ED.113] a long text has several lines', async () => {
    const { user, onCommit } = await show({ type: 'string' }, 'one\ntwo')
    const box = screen.getByRole('textbox')
    expect(box.tagName).toBe('TEXTAREA')
    await user.click(box)
    await user.keyboard('{End}{Control>}{End}{/Control}')
    await user.type(box, '{Enter}three')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(onCommit).toHaveBeenCalledTimes(1)
  })
})

describe('choices', () => {
  const items = Array.from({ length: 100_000 }, (_each, at) => ({
    value: String(at + 1),
    label: at === 10_006 ? '潮汐晶石' : `item ${at + 1}`,
    detail: '材料',
  }))

  it('[ED.112] of 100,000 only some are drawn, found by number or name', async () => {
    const { user, onCommit } = await show({ dataProvider: 'gameProp' }, 3, items)
    expect(screen.getByText('item 3')).toBeTruthy()
    const input = screen.getByRole('combobox')
    await user.click(input)
    expect(screen.getAllByRole('option').length).toBeLessThan(60)
    await user.clear(input)
    await user.type(input, '潮汐')
    await user.click(await screen.findByRole('option', { name: /潮汐晶石/ }))
    expect(onCommit.mock.calls).toEqual([[10_007]])
  })

  it('[ED.112] an unknown number stays visible and can be typed', async () => {
    const { user, onCommit } = await show({ dataProvider: 'gameProp' }, 999_999, items)
    expect(screen.getByText('未知 999999')).toBeTruthy()
    const input = screen.getByRole('combobox')
    await user.clear(input)
    await user.type(input, '123456{Enter}')
    expect(onCommit.mock.calls).toEqual([[123_456]])
  })

  it('[ED.112] an enum keeps a value that is none of its choices', async () => {
    await show({ dataProvider: 'enum:[[1,"普通"],[2,"稀有"]]' }, 9)
    expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.text).toBe('未知 9')
  })

  it('[ED.114] a field of 0 and 1 is a switch', async () => {
    const { user, onCommit } = await show({ min: 0, max: 1, dataProvider: 'enum:[[0,"否"],[1,"是"]]' }, '0')
    await user.click(screen.getByRole('switch'))
    expect(onCommit.mock.calls).toEqual([['1']])
    expect(screen.getByText('是')).toBeTruthy()
  })
})

describe('times', () => {
  it('[ED.115] are typed in the zone of the server, or as the raw number', async () => {
    const { user, onCommit } = await show({ time: 's' }, 86_400)
    const input = screen.getByRole<HTMLInputElement>('textbox')
    expect(input.value).toBe('1970-01-02 08:00:00')
    await user.click(screen.getByRole('button', { name: '选择时间' }))
    const box = within(screen.getByRole('dialog', { name: '选择时间' }))
    expect(box.getByText('UTC+08:00')).toBeTruthy()
    const raw = box.getByRole('textbox', { name: /原始值/ })
    await user.clear(raw)
    await user.type(raw, '172800{Enter}')
    expect(onCommit.mock.calls).toEqual([[172_800]])
  })
})
