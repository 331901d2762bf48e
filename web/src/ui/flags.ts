/**
 * The folder of the country flags, by ISO code. The build puts them there; their release is part of the address,
 * because browsers cache assets for ever.
 */
export const FLAGS = '/assets/flags-1.6.20/';
