import { saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import { Download, FileCode, FileJson, Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { definitionDescriptor, definitionProto, definitionSite } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { shortHash } from './short-hash.ts'
import type { DocServer } from './use-definition.ts'

const FILES = [
  { key: 'proto', route: definitionProto, end: 'zip', icon: FileCode },
  { key: 'descriptor', route: definitionDescriptor, end: 'json', icon: FileJson },
  { key: 'site', route: definitionSite, end: 'zip', icon: Globe },
] as const

/** The version in view as files. */
export function Downloads({ server, hash }: { server: DocServer; hash: string }): ReactNode {
  const t = useSimulatorTexts()
  const { sId, lineId } = server
  const items = FILES.map(({ key, route, end, icon: Icon }) => ({
    key,
    label: t(`doc.download.${key}`),
    icon: <Icon size={14} aria-hidden />,
    onSelect: () => {
      const query = { sId: String(sId), lineId, hash }
      // What went wrong has been told.
      void callFile(route, { query }, { tag: 'simulator:doc.downloads', told: 'toast' }).then(
        (file) => saveFile(`${key}-${sId}-${shortHash(hash)}.${end}`, file),
        () => undefined,
      )
    },
  }))
  return (
    <MenuButton label={t('doc.downloads')} items={items}>
      <Download size={15} aria-hidden />
    </MenuButton>
  )
}
