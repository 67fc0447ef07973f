import { z } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Form, FormActions, SelectField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { groupSave } from '../../contract/index.ts'
import type { GroupView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { depths } from './group-tree.tsx'

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  parentId: z.optional(z.string()),
  externalName: z.string().check(z.trim(), z.maxLength(200)),
})

interface GroupFormProps {
  /** null: a new one. */
  group: GroupView | null
  parentId: string | null
  groups: readonly GroupView[]
  onSaved: (id: string) => void
  onClose: () => void
}

/** Groups it may hang below: not itself, nothing below it, and only where the caller may put people. */
export function possibleParents(groups: readonly GroupView[], group: GroupView | null): GroupView[] {
  const below = new Set(group === null ? [] : [group.id])
  for (const { id, parentId } of groups) if (parentId !== null && below.has(parentId)) below.add(id)
  return groups.filter(
    ({ id, mayChangeMembers }) => !below.has(id) && (mayChangeMembers || id === group?.parentId),
  )
}

function GroupForm({ group, parentId, groups, onSaved, onClose }: GroupFormProps): ReactNode {
  const t = useAccessTexts()
  const depth = depths(groups)
  const form = useZodForm({
    schema,
    initial: {
      name: group?.name ?? '',
      externalName: group?.externalName ?? '',
      ...(parentId === null ? {} : { parentId }),
    },
    send: ({ name, externalName, parentId: parent }) =>
      call(
        groupSave,
        {
          body: {
            ...(group === null ? {} : { groupId: group.id }),
            name,
            externalName,
            parentId: parent ?? null,
          },
        },
        { tag: 'access:groups.title', told: 'form' },
      ),
    onSent: ({ groupId }) => {
      onSaved(groupId)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField name="name" label={t('groups.name')} isRequired isFirst />
      <SelectField
        name="parentId"
        label={t('groups.parent')}
        placeholder={t('groups.noParent')}
        isClearable
        help={t('groups.parentHelp')}
        options={possibleParents(groups, group).map(({ id, name }) => ({
          value: id,
          label: `${'\u2003'.repeat((depth.get(id) ?? 1) - 1)}${name}`,
        }))}
      />
      <TextField
        name="externalName"
        label={t('groups.externalName')}
        help={t('groups.externalHelp')}
        isMono
      />
      <FormActions submitLabel={t('save')} onCancel={onClose} />
    </Form>
  )
}

export function openGroupDialog(props: Omit<GroupFormProps, 'onClose'>): void {
  const title =
    props.group === null
      ? textOf('access', 'groups.new')
      : textOf('access', 'groups.editTitle', { name: props.group.name })
  openDialog(({ close }) => <GroupForm {...props} onClose={close} />, {
    title,
    width: 460,
    isDismissible: false,
  })
}
