import { z } from '@qd/contract-kit'
import { textOf, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import { Form, FormActions, TextField, useField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { projectValues, saveProject } from '../../contract/index.ts'
import type { ProjectRecord, ProjectValues } from '../../contract/index.ts'
import '../texts.ts'
import styles from './editor-page.module.css'
import { refreshMenus } from './refresh-menus.ts'
import { WhereFields } from './where-fields.tsx'

const form = z.object({ values: projectValues })
type Entry = ProjectValues['entries'][number]

function valuesOf(project: ProjectRecord | null): ProjectValues {
  if (project === null) return { ident: '', name: '', game: '', operator: '', entries: [] }
  const { id: _id, isFixed: _fixed, version: _version, ...values } = project
  return values
}

function EntryFields(): ReactNode {
  const t = useTexts('menu')
  const field = useField('values.entries')
  const entries = (field.value as Entry[] | undefined) ?? []
  return (
    <fieldset className={styles.entries}>
      <legend>{t('editor.entries')}</legend>
      {entries.map((entry, index) => (
        // eslint-disable-next-line react/no-array-index-key -- entries have no name of their own while typed
        <div key={index} className={styles.entry}>
          <TextField name={`values.entries.${index}.name`} label={t('editor.entryName')} isRequired />
          <TextField name={`values.entries.${index}.type`} label={t('editor.entryType')} isRequired isMono />
          <IconButton
            label={t('editor.removeEntry', { name: entry.name })}
            onClick={() => field.set(entries.toSpliced(index, 1))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={14} />}
        onClick={() => field.set([...entries, { name: '', type: '', roles: [] }])}
      >
        {t('editor.addEntry')}
      </Button>
    </fieldset>
  )
}

function ProjectForm({ project, onDone }: { project: ProjectRecord | null; onDone: () => void }): ReactNode {
  const t = useTexts('menu')
  const state = useZodForm({
    schema: form,
    initial: { values: valuesOf(project) },
    send: ({ values }) => {
      const seen = project === null ? {} : { id: project.id, version: project.version }
      return call(
        saveProject,
        { body: { ...seen, values } },
        { tag: 'menu:editor.editProject', told: 'form' },
      )
    },
    onSent: () => {
      toast.success(t('editor.saved'))
      refreshMenus()
      onDone()
    },
  })
  return (
    <Form form={state}>
      <TextField name="values.name" label={t('editor.name')} isRequired isFirst />
      <TextField
        name="values.ident"
        label={t('editor.ident')}
        help={t('editor.identHelp')}
        isRequired
        isMono
      />
      <WhereFields hasRoles={false} />
      <EntryFields />
      <FormActions submitLabel={t('editor.save')} onCancel={onDone} />
    </Form>
  )
}

/** A new project, or an existing one to change. */
export function openProjectDialog(project: ProjectRecord | null): void {
  openDialog(({ close }) => <ProjectForm project={project} onDone={close} />, {
    title: textOf('menu', project === null ? 'editor.addProject' : 'editor.editProject'),
    width: 560,
    isDismissible: false,
  })
}
