import { z } from '@qd/contract-kit'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { SwitchField } from './choice-field.tsx'
import { FormActions } from './form-actions.tsx'
import { Form } from './form.tsx'
import { issueText } from './issue-text.ts'
import { SecretField } from './secret-field.tsx'
import { NumberField } from './text-field.tsx'
import { useZodForm } from './use-zod-form.ts'

const schema = z.object({
  secret: z.optional(z.string()),
  isOpen: z.boolean(),
  uId: z.string(),
})

function Example({ send }: { send: (values: z.output<typeof schema>) => Promise<unknown> }) {
  const initial = { isOpen: false, uId: '' }
  const form = useZodForm({ schema, initial, send })
  return (
    <Form form={form}>
      <SecretField name="secret" label="密钥" isSet />
      <SwitchField name="isOpen" label="开放" />
      <NumberField name="uId" label="uId" isBig />
      <FormActions submitLabel="保存" />
    </Form>
  )
}

async function start() {
  const send = vi.fn(async (_values: z.output<typeof schema>) => null)
  const app = await renderWithApp(<Example send={send} />)
  const save = () => app.user.click(screen.getByRole('button', { name: /保存$/ }))
  return { ...app, send, save }
}

describe('fields', () => {
  it('a stored secret is never shown and only sent when replaced', async () => {
    const { user, save, send } = await start()
    await save()
    expect(send.mock.lastCall?.[0].secret).toBeUndefined()
    await user.click(screen.getByRole('button', { name: '替换' }))
    await user.type(screen.getByLabelText('密钥'), 's3cret')
    await save()
    expect(send.mock.lastCall?.[0].secret).toBe('s3cret')
    await user.click(screen.getByRole('button', { name: '保留原值' }))
    await save()
    expect(send.mock.lastCall?.[0].secret).toBeUndefined()
  })

  it('64-bit ids keep every digit', async () => {
    const { user, save, send } = await start()
    await user.type(screen.getByLabelText('uId'), '9223372036854775807')
    await user.click(screen.getByRole('switch', { name: '开放' }))
    await save()
    expect(send.mock.lastCall?.[0]).toMatchObject({ uId: '9223372036854775807', isOpen: true })
  })
})

describe('texts of objections', () => {
  it.each([
    [z.string().check(z.minLength(3)), 'ab', '至少 3 个字符'],
    [z.string().check(z.maxLength(3)), 'abcd', '最多 3 个字符'],
    [z.string().check(z.minLength(3)), '', '此项必填'],
    [z.array(z.string()).check(z.minLength(2)), ['a'], '至少选择 2 项'],
    [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], '最多选择 1 项'],
    [z.number().check(z.minimum(3)), 2, '不能小于 3'],
    [z.number().check(z.maximum(3)), 4, '不能大于 3'],
    [z.number(), 'x', '请输入数字'],
    [z.int(), 1.5, '请输入整数'],
    [z.number().check(z.multipleOf(5)), 7, '必须是 5 的倍数'],
    [z.email(), 'x', '请输入有效的邮箱地址'],
    [z.url(), 'x', '请输入完整的网址'],
    [z.string().check(z.regex(/^a/)), 'x', '格式不正确'],
    [z.enum(['a', 'b']), 'x', '请从给出的选项中选择'],
    [z.string().check(z.refine(() => false)), 'x', '此值无效'],
    [z.boolean(), 'x', '此值无效'],
  ])('%# %j', async (rule, value, text) => {
    await renderWithApp(<i />)
    const { error } = z.safeParse(z.object({ at: rule as z.core.$ZodType }), { at: value })
    expect(issueText(error!.issues[0]!, { at: value })).toBe(text)
  })
})
