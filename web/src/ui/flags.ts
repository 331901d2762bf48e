/**
 * Where the flags of countries are, by ISO code. The build puts them there; their release is part of the address, because
 * browsers keep assets for ever.
 */
export const FLAGS = '/assets/flags-1.6.20/';
