import { z } from '@qd/contract-kit'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallError } from '@qd/web-base'
import { renderWithApp, testUser } from '@qd/web-testing'
import { openDialog } from '@qd/web-frame'
import { FormActions } from './form-actions.tsx'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'
import { useZodForm } from './use-zod-form.ts'

const schema = z.object({ name: z.string() })

interface BodyProps {
  onClose: () => void
  send?: () => Promise<unknown>
}

function Body({ onClose, send = async () => null }: BodyProps) {
  const form = useZodForm({ schema, initial: { name: '' }, send, onSent: onClose })
  return (
    <Form form={form}>
      <TextField name="name" label="名称" />
      <FormActions submitLabel="保存" onCancel={onClose} />
    </Form>
  )
}

async function open(typed: string, send?: BodyProps['send']) {
  const app = await renderWithApp(<i />)
  act(
    () => void openDialog(({ close }) => <Body onClose={close} {...(send && { send })} />, { title: '改名' }),
  )
  const field = await screen.findByLabelText('名称')
  if (typed !== '') await app.user.type(field, typed)
  return app
}

// antd gives all modals of a test one id, so their names cannot be told apart by role.
const isOpen = (name: string) => screen.queryByText(name) !== null

it('in the preview of a role nothing is typed into it, and it is left', async () => {
  const app = await renderWithApp(<i />, { user: testUser({ preview: { label: 'reader' } }) })
  act(() => void openDialog(({ close }) => <Body onClose={close} />, { title: '改名' }))
  const field = await screen.findByLabelText<HTMLInputElement>('名称')
  expect(field.disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /保\s?存/ }).disabled).toBe(true)
  await app.user.click(screen.getByRole('button', { name: /取\s?消/ }))
  await waitFor(() => expect(isOpen('改名')).toBe(false))
})

describe('a form in a dialog', () => {
  it.each([
    ['Esc', (user: { keyboard: (keys: string) => Promise<void> }) => user.keyboard('{Escape}')],
    [
      'its own button',
      (user: { click: (element: Element) => Promise<void> }) =>
        user.click(screen.getByRole('button', { name: '取消' })),
    ],
  ])('closed by %s asks first, keeps what was typed or drops it', async (_how, leave) => {
    const { user } = await open('岚')
    await leave(user)
    await screen.findByText('放弃未保存的内容？')
    await user.click(screen.getByRole('button', { name: '继续编辑' }))
    await waitFor(() => expect(isOpen('放弃未保存的内容？')).toBe(false))
    const field = screen.getByLabelText<HTMLInputElement>('名称')
    expect(field.value).toBe('岚')
    // Not by Esc again: in tests the modals share one id, and with it one place in the stack of Esc.
    await user.click(screen.getByRole('button', { name: '取消' }))
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    await waitFor(() => expect(isOpen('改名')).toBe(false))
  })

  it.each([
    ['handed in for approval', true],
    ['decided against', false],
  ])('what was %s closes it at once: %s', async (_how, isHandedIn) => {
    const send = () => Promise.reject(new CallError({ code: 'aborted', message: '', isHandedIn }))
    const { user } = await open('岚', send)
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(isOpen('改名')).toBe(!isHandedIn))
    expect(isOpen('放弃未保存的内容？')).toBe(false)
  })

  it('closes at once where nothing was typed, and after it was sent', async () => {
    const { user, unmount } = await open('')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(isOpen('改名')).toBe(false))
    unmount()
    const again = await open('岚')
    await again.user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(isOpen('改名')).toBe(false))
    expect(isOpen('放弃未保存的内容？')).toBe(false)
  })
})
