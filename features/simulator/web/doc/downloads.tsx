import { saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import { Download, FileCode, FileJson, Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  definitionDescriptor,
  definitionProto,
  definitionSite,
  recordDescriptor,
  recordProto,
  recordSite,
} from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { shortHash } from './short-hash.ts'
import type { DocSource } from './use-definition.ts'

const FILES = [
  { key: 'proto', route: definitionProto, ofRecord: recordProto, end: 'zip', icon: FileCode },
  { key: 'descriptor', route: definitionDescriptor, ofRecord: recordDescriptor, end: 'json', icon: FileJson },
  { key: 'site', route: definitionSite, ofRecord: recordSite, end: 'zip', icon: Globe },
] as const

/** The version in view as files. */
export function Downloads(props: { source: DocSource; hash: string; record: string }): ReactNode {
  const t = useSimulatorTexts()
  const { source, hash, record } = props
  const { sId, lineId, recordId } = source
  const items = FILES.map(({ key, route, ofRecord, end, icon: Icon }) => ({
    key,
    label: t(`doc.download.${key}`),
    icon: <Icon size={14} aria-hidden />,
    onSelect: () => {
      const told = { tag: 'simulator:doc.downloads', told: 'toast' } as const
      const file =
        recordId === ''
          ? callFile(route, { query: { sId: String(sId), lineId, hash } }, told)
          : callFile(ofRecord, { query: { lineId, recordId } }, told)
      // What went wrong has been told.
      void file.then(
        (content) => saveFile(`${key}-${record || sId}-${shortHash(hash)}.${end}`, content),
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
