-- How many products have each named license (/admin/licenses): most products have none, and are not read for it.
create index product_by_named_license on api.product (license) where license like '%LicenseRef-%';
