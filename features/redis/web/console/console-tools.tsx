import { formatQuantity } from '@qd/web-base'
import { IconButton, MenuButton } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { alertBox, FileButton, openConfirm } from '@qd/web-frame'
import { Checkbox } from 'antd'
import { BookMarked, Save, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseCommands } from '../../contract/index.ts'
import { openAskText } from '../detail/edit/ask-text.tsx'
import { redisText, useRedisTexts } from '../texts.ts'
import type { ConsoleSession } from './console-session.ts'
import styles from './console.module.css'
import { useConsole } from './consoles.ts'
import { isSecret } from './history.ts'
import { useSnippets } from './snippets.ts'

/** Runs the commands of a file, once it is read whole and the user has seen how many there are. */
async function runFile(session: ConsoleSession, file: File): Promise<void> {
  const parsed = parseCommands(await file.text())
  const title = redisText('console.file.title')
  if ('fault' in parsed) {
    const { kind, line, at } = parsed.fault
    alertBox(title, redisText(`console.fault.${kind}`, { line, at: at + 1 }))
    return
  }
  const { commands } = parsed
  if (commands.length === 0) return alertBox(title, redisText('console.file.empty', { name: file.name }))
  openConfirm({
    title,
    text: redisText('console.file.ask', { name: file.name, count: commands.length, target: session.prompt }),
    action: redisText('console.run'),
    run: async () => void session.runAll(commands),
  })
}

function Snippets({ session }: { session: ConsoleSession }): ReactNode {
  const t = useRedisTexts()
  const { snippets, save, forget } = useSnippets()
  const draft = useConsole(session, (store) => store.draft)
  const isKept = draft.trim() !== '' && !draft.split('\n').some(isSecret)
  const saveDraft: MenuItem = {
    key: 'save',
    label: t('console.snippets.save'),
    icon: <Save size={14} aria-hidden />,
    onSelect: () =>
      openAskText({
        title: t('console.snippets.save'),
        label: t('console.snippets.name'),
        initial: '',
        action: t('console.snippets.keep'),
        wrong: (name) => (name.trim() === '' ? t('console.snippets.nameFirst') : ''),
        run: async (name) => save({ name: name.trim(), text: draft }),
      }),
  }
  const items: MenuItem[] = [
    ...(isKept ? [saveDraft] : []),
    ...snippets.map(({ name, text }, at) => ({
      key: `use ${name}`,
      label: name,
      isSeparated: at === 0 && isKept,
      onSelect: () => session.set({ draft: text }),
    })),
    ...snippets.map(({ name }, at) => ({
      key: `forget ${name}`,
      label: t('console.snippets.forget', { name }),
      icon: <Trash2 size={14} aria-hidden />,
      isSeparated: at === 0,
      onSelect: () => forget(name),
    })),
  ]
  return (
    <MenuButton
      label={t('console.snippets.title')}
      items={items}
      head={items.length === 0 ? t('console.snippets.none') : undefined}
    >
      <BookMarked size={14} aria-hidden /> {t('console.snippets.title')}
    </MenuButton>
  )
}

/** Below the line: snippets, a file, and how several commands go. */
export function ConsoleTools({ session }: { session: ConsoleSession }): ReactNode {
  const t = useRedisTexts()
  const { batch, stopsAtError, state } = useConsole(session, (store) => store)
  return (
    <div className={styles.tools}>
      <Snippets session={session} />
      <FileButton
        size="small"
        label={t('console.file.choose')}
        accept=".txt,.redis,text/plain"
        onFile={(file) => runFile(session, file)}
      />
      <Checkbox
        checked={stopsAtError}
        onChange={({ target }) => session.set({ stopsAtError: target.checked })}
      >
        {t('console.stopsAtError')}
      </Checkbox>
      <span className={styles.facts} role="status">
        {batch !== null && batch.total > 1
          ? t('console.progress', {
              done: formatQuantity(batch.done + 1),
              total: formatQuantity(batch.total),
            })
          : null}
        {state.watched > 0 ? t('console.watched', { count: state.watched }) : null}
      </span>
      <IconButton isSmall label={t('console.clear')} onClick={() => session.clear()}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
