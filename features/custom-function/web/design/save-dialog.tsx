import { z } from '@qd/contract-kit'
import { call } from '@qd/web-calls'
import { Form, FormActions, MultiSelectField, SelectField, TextAreaField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { functionReach, saveFunction } from '../../contract/index.ts'
import { REACHES } from '../manage/import-dialog.tsx'
import { useGroupOptions } from '../manage/use-groups.ts'
import { useForgetFunctions } from '../manage/use-manage.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { sendable } from './definition.ts'
import type { Definition } from './definition.ts'

/** A function that is saved already: its id and the version the designer started from. */
export interface Saved {
  id: string
  version: string
}

interface SaveProps {
  home: FunctionHome
  definition: Definition
  saved: Saved | null
  onSaved: (saved: Saved) => void
}

const schema = z.object({
  note: z.string().check(z.maxLength(500)),
  reach: functionReach,
  groups: z.array(z.string()),
})

function SaveForm(props: SaveProps & { onClose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const { home, definition, saved, onSaved, onClose } = props
  const forget = useForgetFunctions()
  const { options, isLoading } = useGroupOptions(home, [])
  const form = useZodForm({
    schema,
    initial: { note: '', reach: 'line', groups: [] },
    send: ({ note, reach, groups }) => {
      const whose = saved === null ? { reach, groups } : { id: saved.id, base: saved.version }
      return call(
        saveFunction,
        { query: queryOf(home), body: { ...whose, note, definition: sendable(definition) } },
        { at: home.at, tag: 'custom-function:design.title', told: 'form' },
      )
    },
    onSent: (reply) => {
      toast.success(functionText('save.done', { title: definition.title, version: reply.version }))
      onClose()
      onSaved(reply)
      void forget()
    },
  })
  return (
    <Form form={form}>
      <TextAreaField name="note" label={t('save.note')} placeholder={t('save.noteHint')} rows={2} />
      {saved === null ? (
        <>
          <SelectField
            name="reach"
            label={t('reach.title')}
            options={REACHES.map((value) => ({ value, label: t(`reach.${value}`) }))}
          />
          <MultiSelectField
            name="groups"
            label={t('share.groups')}
            help={t('share.help')}
            placeholder={t('share.nobody')}
            options={options}
            isLoading={isLoading}
          />
        </>
      ) : null}
      <FormActions submitLabel={t('share.save')} onCancel={onClose} />
    </Form>
  )
}

/** Saves the definition: as a new function, or as the next version of one. */
export function openSave(props: SaveProps): void {
  openDialog(({ close }) => <SaveForm {...props} onClose={close} />, {
    title: functionText(props.saved === null ? 'save.asNew' : 'save.asVersion', {
      title: props.definition.title,
    }),
    width: 480,
  })
}
