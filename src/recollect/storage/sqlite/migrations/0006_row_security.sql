-- Only PostgreSQL can keep tenants apart by itself; the number is the same on both.
SELECT 1;
