/** The table of leases as far as tests end their time. */
export interface LeaseTables {
  lease: { name: string; expires_at: number }
}
