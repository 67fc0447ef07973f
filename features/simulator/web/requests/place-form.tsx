import { z } from '@qd/contract-kit'
import { FieldFrame, Form, FormActions, MultiSelectField, TextField, useZodForm } from '@qd/web-forms'
import { AutoComplete } from 'antd'
import type { ReactNode } from 'react'
import { FOLDER_DEPTH, requestPlace } from '../../contract/index.ts'
import type { SavedRequest } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import styles from './place-form.module.css'
import { knownFolders } from './request-tree.ts'
import { useRequests } from './use-requests.ts'

const schema = z.object(requestPlace)

/** Where a request is kept and who sees it. */
export type RequestPlace = z.output<typeof schema>

/** A folder: one there is, or a new one. */
function FolderField({ known }: { known: readonly string[] }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <FieldFrame
      name="folder"
      label={t('requests.folder')}
      help={t('requests.folderHint', { count: FOLDER_DEPTH })}
    >
      {(field, control) => (
        <AutoComplete
          {...control}
          value={String(field.value ?? '')}
          options={known.map((value) => ({ value }))}
          showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed.trim()) }}
          onChange={(value: string) => field.set(value)}
        />
      )}
    </FieldFrame>
  )
}

/** Asks for name, folder and groups of a request. */
export function PlaceForm<T>(props: {
  lineId: string
  initial: Pick<SavedRequest, 'name' | 'folder' | 'groups'>
  send: (place: RequestPlace) => Promise<T>
  onSent: (reply: T) => void
  onClose: () => void
  /** Stands above the button. */
  note?: string
}): ReactNode {
  const t = useSimulatorTexts()
  const { lineId, initial, send, onSent, onClose } = props
  const { data, isPending } = useRequests(lineId)
  const known = data?.groups ?? []
  // Shared with a group the owner has left: it stays until it is taken out.
  const left = initial.groups.filter((id) => !known.some((group) => group.id === id))
  const form = useZodForm({
    schema,
    initial: { ...initial, groups: [...initial.groups] },
    send,
    onSent,
    issueText: ({ path }) =>
      path[0] === 'folder' ? t('requests.folderWrong', { count: FOLDER_DEPTH }) : undefined,
  })
  return (
    <Form form={form}>
      <TextField name="name" label={t('requests.name')} isFirst isRequired />
      <FolderField known={knownFolders((data?.list ?? []).filter(({ isMine }) => isMine))} />
      <MultiSelectField
        name="groups"
        label={t('requests.groups')}
        help={t('requests.groupsHint')}
        options={[
          ...known.map(({ id, name }) => ({ value: id, label: name })),
          ...(isPending ? [] : left.map((id) => ({ value: id, label: id }))),
        ]}
        isLoading={isPending}
      />
      {props.note === undefined ? null : <p className={styles.note}>{props.note}</p>}
      <FormActions submitLabel={t('requests.keep')} onCancel={onClose} />
    </Form>
  )
}
