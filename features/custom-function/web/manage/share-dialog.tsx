import { z } from '@qd/contract-kit'
import { call } from '@qd/web-calls'
import { Form, FormActions, MultiSelectField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { shareFunction } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { useForgetFunctions } from './use-manage.ts'
import { useGroupOptions } from './use-groups.ts'

const schema = z.object({ groups: z.array(z.string()) })

function ShareForm(props: { home: FunctionHome; entry: FunctionEntry; onClose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const { home, entry, onClose } = props
  const forget = useForgetFunctions()
  const groups = entry.composed?.groups ?? []
  const { options, isLoading } = useGroupOptions(home, groups)
  const form = useZodForm({
    schema,
    initial: { groups: [...groups] },
    send: (values) =>
      call(
        shareFunction,
        { query: queryOf(home), body: { id: entry.id, groups: values.groups } },
        { at: home.at, tag: 'custom-function:share.title', told: 'form' },
      ),
    onSent: () => {
      toast.success(functionText('share.done', { title: entry.title }))
      onClose()
      void forget()
    },
  })
  return (
    <Form form={form}>
      <MultiSelectField
        name="groups"
        label={t('share.groups')}
        help={t('share.help')}
        placeholder={t('share.nobody')}
        options={options}
        isLoading={isLoading}
      />
      <FormActions submitLabel={t('share.save')} onCancel={onClose} />
    </Form>
  )
}

/** Chooses the groups whose members see and may run a function. */
export function openShare(home: FunctionHome, entry: FunctionEntry): void {
  openDialog(({ close }) => <ShareForm home={home} entry={entry} onClose={close} />, {
    title: functionText('share.of', { title: entry.title }),
    width: 460,
  })
}
