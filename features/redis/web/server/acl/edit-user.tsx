import { BeforeAfter } from '@qd/web-controls'
import { openDialog, useMarkDialogDirty } from '@qd/web-frame'
import { Checkbox, Input, Switch } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AclUser } from '../../../contract/index.ts'
import { DialogForm } from '../../detail/edit/use-run.tsx'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { sendAclChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'
import { NEW_USER, draftOf, hasCategory, rulesOf, withCategory, wrongCommands } from './acl-rules.ts'
import type { AclDraft } from './acl-rules.ts'

interface EditProps {
  database: OpenDatabase
  /** Null: a new one. */
  user: AclUser | null
  categories: readonly string[]
  onDone: () => void
}

function Categories(props: {
  categories: readonly string[]
  commands: string
  onChange: (commands: string) => void
}): ReactNode {
  const t = useRedisTexts()
  const { categories, commands, onChange } = props
  return (
    <fieldset className={styles.choices}>
      <legend>{t('server.acl.categories')}</legend>
      {categories.map((category) => (
        <Checkbox
          key={category}
          checked={hasCategory(commands, category)}
          onChange={({ target }) => onChange(withCategory(commands, category, target.checked))}
        >
          @{category}
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Patterns(props: { label: string; hint: string; value: string; onChange: (text: string) => void }) {
  return (
    <label>
      {props.label}
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder={props.hint}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </label>
  )
}

function UserForm({ database, user, categories, onDone, onClose }: EditProps & { onClose: () => void }) {
  const t = useRedisTexts()
  const [first] = useState<AclDraft>(() => (user === null ? NEW_USER : draftOf(user)))
  const [draft, setDraft] = useState(first)
  const [password, setPassword] = useState('')
  const set = (part: Partial<AclDraft>): void => setDraft({ ...draft, ...part })
  useMarkDialogDirty(draft !== first || password !== '')
  const [before, after] = [rulesOf(first).join(' '), rulesOf(draft).join(' ')]
  const wrong = wrongCommands(draft.commands)
  const save = async (): Promise<unknown> => {
    const name = draft.name.trim()
    const given = password === '' ? {} : { password }
    const isDone = await sendAclChange(
      database,
      { kind: 'setUser', user: name, rules: rulesOf(draft), ...given },
      { title: t('server.acl.save'), what: `${name} ${after}` },
    )
    onDone()
    return isDone ? undefined : 'stay'
  }
  return (
    <DialogForm
      action={t('server.acl.save')}
      isDisabled={draft.name.trim() === '' || wrong.length > 0}
      run={save}
      onClose={onClose}
    >
      <div className={styles.form}>
        <label>
          {t('server.name')}
          <Input
            data-first-focus
            disabled={user !== null}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        </label>
        <label className={styles.inRow}>
          <Switch size="small" checked={draft.isOn} onChange={(isOn) => set({ isOn })} />
          {t(draft.isOn ? 'server.acl.on' : 'server.acl.off')}
        </label>
        <label>
          {t('server.acl.password')}
          <Input.Password
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        <Patterns
          label={t('server.acl.keys')}
          hint={t('server.acl.keysHint')}
          value={draft.keys}
          onChange={(keys) => set({ keys })}
        />
        <Patterns
          label={t('server.acl.channels')}
          hint="&news:*"
          value={draft.channels}
          onChange={(channels) => set({ channels })}
        />
        <label>
          {t('server.acl.commands')}
          <Input
            status={wrong.length > 0 ? 'error' : ''}
            title={wrong.join(' ')}
            placeholder={t('server.acl.commandsHint')}
            value={draft.commands}
            onChange={({ target }) => set({ commands: target.value })}
          />
        </label>
        <Categories
          categories={categories}
          commands={draft.commands}
          onChange={(commands) => set({ commands })}
        />
        {user === null || user.selectors.length === 0 ? null : (
          <p className={styles.note}>{t('server.acl.selectors')}</p>
        )}
        {before === after ? null : <BeforeAfter before={before} after={after} />}
      </div>
    </DialogForm>
  )
}

/** Makes a user or changes one: state, keys, channels, commands; a password goes in and never comes out. */
export function openUserEdit(props: EditProps): void {
  const { user } = props
  openDialog(({ close }) => <UserForm {...props} onClose={close} />, {
    title: user === null ? redisText('server.acl.new') : redisText('server.acl.edit', { name: user.name }),
    width: 640,
  })
}
