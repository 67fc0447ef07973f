import { z } from '@qd/contract-kit'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { CallError } from '@qd/web-base'
import { useUnsaved } from '@qd/web-frame'
import { FormActions } from './form-actions.tsx'
import { Form } from './form.tsx'
import { NumberField, TextField } from './text-field.tsx'
import { useZodForm } from './use-zod-form.ts'

const schema = z.object({
  name: z.string().check(z.minLength(3), z.maxLength(8)),
  level: z.optional(z.int().check(z.minimum(1))),
})
type Values = z.output<typeof schema>

function Example({ send }: { send: (values: Values) => Promise<unknown> }) {
  const form = useZodForm({ schema, initial: { name: '' }, send })
  return (
    <Form form={form}>
      <TextField name="name" label="名称" help="三到八个字" isRequired />
      <NumberField name="level" label="等级" />
      <FormActions submitLabel="保存" />
    </Form>
  )
}

function failure(code: string, message: string, field?: string): CallError {
  return new CallError({
    code,
    message,
    envelope: {
      status: 400,
      msg: message,
      data: null,
      requestId: 'r-1',
      err: { code, retryable: false, ...(field === undefined ? {} : { field }) },
    },
  })
}

describe('form', () => {
  it('says in the operator’s language what is wrong, at the field, and sends nothing', async () => {
    const send = vi.fn(async () => null)
    const { user } = await renderWithApp(<Example send={send} />)
    await user.click(screen.getByRole('button', { name: '保存' }))
    screen.getByText('此项必填')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^名称/)))
    await user.keyboard('ab{Enter}')
    screen.getByText('至少 3 个字符')
    expect(screen.getByLabelText(/^名称/).getAttribute('aria-invalid')).toBe('true')
    expect(
      screen.getByRole('textbox', { name: /^名称/, description: /三到八个字 至少 3 个字符/ }),
    ).toBeDefined()
    await user.type(screen.getByLabelText('等级'), '1.5')
    await user.type(screen.getByLabelText(/^名称/), 'c{Enter}')
    screen.getByText('请输入整数')
    expect(send).not.toHaveBeenCalled()
  })

  it('leaves the focus where somebody has put it before the error is drawn', async () => {
    const { user } = await renderWithApp(<Example send={async () => null} />)
    const level = screen.getByLabelText('等级')
    await user.type(screen.getByLabelText(/^名称/), 'ab')
    fireEvent.submit(level.closest('form')!)
    level.focus()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    screen.getByText('至少 3 个字符')
    expect(document.activeElement).toBe(level)
  })

  it('sends once, however often it is asked to', async () => {
    const answer = Promise.withResolvers<null>()
    const send = vi.fn(() => answer.promise)
    const { user } = await renderWithApp(<Example send={send} />)
    await user.type(screen.getByLabelText(/^名称/), 'lantern{Enter}{Enter}')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(send.mock.calls).toEqual([[{ name: 'lantern' }]])
    answer.resolve(null)
    await waitFor(() => expect(useUnsaved.getState().counts).toEqual({}))
  })

  it('shows a refusal at the field the server names, and keeps what was typed', async () => {
    const send = vi.fn(async () => Promise.reject(failure('name_taken', '名称已被使用', 'name.0')))
    const { user } = await renderWithApp(<Example send={send} />)
    await user.type(screen.getByLabelText(/^名称/), 'lantern{Enter}')
    await screen.findByText('名称已被使用')
    const field = screen.getByLabelText<HTMLInputElement>(/^名称/)
    expect(field.value).toBe('lantern')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(Object.values(useUnsaved.getState().counts)).toEqual([1])
  })

  it.each(['elsewhere', undefined])('a refusal about %s stands above the buttons', async (at) => {
    const send = vi.fn(async () => Promise.reject(failure('conflict', '已被他人修改', at)))
    const { user } = await renderWithApp(<Example send={send} />)
    await user.type(screen.getByLabelText(/^名称/), 'lantern{Enter}')
    const alert = await screen.findByText(/已被他人修改/)
    expect(alert.getAttribute('role')).toBe('alert')
    expect(alert.textContent).toContain('r-1')
  })
})
