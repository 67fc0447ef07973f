import { exampleOf } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import { IconButton, MenuButton } from '@qd/web-controls'
import { copyAloud } from '@qd/web-frame'
import { Braces, EllipsisVertical, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Connection } from '../connections/connection-store.ts'
import type { MessageEntry } from '../messages/message-index.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { Saving } from '../requests/use-saving.ts'
import { draftFor, setDraft } from './compose-store.ts'
import { EMPTY_DRAFT, draftOf } from './draft.ts'
import { useEnvironments } from './environments.ts'
import { openVariables } from './variables-dialog.tsx'

/** What else can be done with the request that is being written. */
export function ComposeMenu(props: {
  entry: MessageEntry
  schema: ProtoSchema | null
  connection: Connection | null
  saving: Saving
}): ReactNode {
  const t = useSimulatorTexts()
  const { entry, schema, connection, saving } = props
  const name = entry.fullName
  const { chosen } = useEnvironments(connection)
  // Whose values go out must be known before they do.
  const variables = [t('page.variables.title'), chosen?.name].filter(Boolean).join(' · ')
  const items = [
    ...(saving.maySave ? [{ key: 'saveAs', label: t('requests.saveAs'), onSelect: saving.saveAs }] : []),
    {
      key: 'example',
      label: t('page.compose.example'),
      onSelect: () => setDraft(name, draftOf((schema && exampleOf(schema, name)) ?? {})),
    },
    { key: 'clear', label: t('page.compose.clear'), onSelect: () => setDraft(name, EMPTY_DRAFT) },
    { key: 'copy', label: t('page.detail.copyJson'), onSelect: () => void copyAloud(draftFor(name).text) },
  ]
  return (
    <>
      {saving.maySave ? (
        <IconButton isSmall label={t('requests.save')} aria-busy={saving.isSaving} onClick={saving.save}>
          <Save size={14} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton isSmall label={variables} onClick={() => openVariables(connection)}>
        <Braces size={14} aria-hidden />
      </IconButton>
      <MenuButton label={t('page.compose.menu')} items={items}>
        <EllipsisVertical size={15} aria-hidden />
      </MenuButton>
    </>
  )
}
