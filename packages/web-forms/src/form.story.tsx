import { z } from '@qd/contract-kit'
import type { ComponentType, ReactNode } from 'react'
import { CallError } from '@qd/web-base'
import { Panel } from '@qd/web-controls'
import { MultiSelectField, SelectField, SwitchField } from './choice-field.tsx'
import { FormActions } from './form-actions.tsx'
import { Form } from './form.tsx'
import { SecretField } from './secret-field.tsx'
import { NumberField, TextAreaField, TextField } from './text-field.tsx'
import { useZodForm } from './use-zod-form.ts'

const schema = z.object({
  name: z.string().check(z.minLength(3)),
  address: z.url(),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  note: z.string(),
  line: z.string(),
  tags: z.array(z.string()),
  isOpen: z.boolean(),
  secret: z.optional(z.string()),
})

const OPTIONS = ['测试线', '正式线', 'Betriebskonsolenverwaltungslinie'].map((label) => ({
  value: label,
  label,
}))
const refused = new CallError({
  code: 'conflict',
  message: '此服务器已被他人修改，请刷新后再改',
  envelope: { status: 409, msg: '', data: null, requestId: '0199-a2c4' },
})

function Example({ send, port }: { send: () => Promise<unknown>; port: number }): ReactNode {
  const form = useZodForm({
    schema,
    initial: {
      name: 'S123 潮汐之门',
      address: 'https://s123.example',
      port,
      note: '',
      line: '测试线',
      tags: ['测试线'],
      isOpen: true,
    },
    send,
  })
  return (
    <Panel title="服务器" style={{ width: 420, maxWidth: '100%' }}>
      <div style={{ padding: 16 }}>
        <Form form={form}>
          <TextField name="name" label="名称" help="操作者看到的名字" isRequired />
          <TextField name="address" label="地址" placeholder="https://…" isMono isRequired />
          <NumberField name="port" label="端口" isRequired unit="TCP" />
          <SelectField name="line" label="线路" options={OPTIONS} />
          <MultiSelectField name="tags" label="标签" options={OPTIONS} />
          <SwitchField name="isOpen" label="开放" help="关闭后玩家无法进入" />
          <SecretField name="secret" label="签名密钥" isSet help="只写，不会再显示" />
          <TextAreaField name="note" label="备注" />
          <FormActions submitLabel="保存" onCancel={() => {}} />
        </Form>
      </div>
    </Panel>
  )
}

export const title = 'Form'

export const stories: Record<string, ComponentType> = {
  'press save to see the errors': () => <Example port={70_000} send={() => Promise.resolve()} />,
  'refused by the server': () => <Example port={7_000} send={() => Promise.reject(refused)} />,
}
