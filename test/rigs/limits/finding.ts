export type Finding = { what: string; measured: string; holds: boolean };
