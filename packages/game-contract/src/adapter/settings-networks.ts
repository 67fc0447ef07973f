import { Networks } from './networks.ts'

/** What an address opens that whoever runs the console has written into its environment. */
export function settingsNetworks(opened: { allowLoopback: boolean; allowPrivate: boolean }): Networks {
  return new Networks(opened.allowLoopback, opened.allowPrivate)
}
